import { type SqlBool, sql } from 'kysely'
import { code, states, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { Selection } from '../query.ts'
import type { Decision } from '../triage-request.ts'
import type { Columns } from './memory.ts'
import { namesOf } from './names.ts'
import { failuresOf, rowsOf } from './selected-rows.ts'
import type { Table } from './table.ts'

const fixed = code(states, 'fixed')
const muted = code(states, 'muted')
/** More findings than this are not asked for one by one what memory does not hold of them. */
const askedAtMost = 20_000

/** What a decision would do to the findings of a selection, `standing` and `since` being those it leaves alone. */
export interface Decided {
  count: number
  /** Further instances on other refs that take it too. */
  along: number
  /** Most first, then by name. */
  projects: { name: string; count: number }[]
  /** Of `count`: those that keep the status that a scan gave them. */
  fixed: number
  muted: number
  /** They stand so already. */
  standing: number
  /** Somebody else decided them since the list was answered. */
  since: number
}

/**
 * Counts over the columns what a decision would do; `standing.ts` says what changes a finding. Memory does not hold
 * notes nor who decided: the few findings that hang on these are asked for.
 * @param seenAt when the list was answered, milliseconds; null where that does not matter.
 * @returns null where memory cannot tell.
 */
export async function decidedInMemory(
  reader: Reader,
  columns: Columns,
  selection: Selection,
  asked: { decision: Decision; seenAt: number | null; actor: string },
): Promise<Decided | null> {
  const table = columns.table(selection.deploymentId, selection.type)
  const failures = await failuresOf(reader, columns, table, selection)
  if (!failures) return null
  const rows = rowsOf(table, failures, selection.dedup)
  const changed = await changedRows(reader, table, asked.decision)
  const since = await decidedSince(reader, table, rows, asked)
  if (!changed || !since) return null

  const { project, removed, state } = table.columns
  const perProject = new Uint32Array(project.size)
  const decided = new Uint8Array(table.flawsEnd)
  const found = { count: 0, along: 0, fixed: 0, muted: 0, standing: 0, since: 0 }
  for (const row of rows) {
    if (changed[row] === 0) found.standing += 1
    else if (since.has(table.ids[row] ?? 0)) found.since += 1
    else {
      found.count += 1
      if (state.array[row] === fixed) found.fixed += 1
      if (state.array[row] === muted) found.muted += 1
      const id = project.array[row] ?? 0
      perProject[id] = (perProject[id] ?? 0) + 1
      decided[table.flaws[row] ?? 0] = 1
    }
  }
  for (let row = 0; row < table.length; row++) {
    if (decided[table.flaws[row] ?? 0] === 1 && changed[row] === 1 && removed.array[row] === 0)
      found.along += 1
  }
  found.along -= found.count
  // These come by name, and sorting keeps equal counts so.
  const names = await namesOf(reader, columns, selection.deploymentId, 'repos')
  const projects = [...names]
    .map(([id, name]) => ({ name, count: perProject[id] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
  return { ...found, projects }
}

/** For each row 1 where the decision changes how it stands. */
async function changedRows(reader: Reader, table: Table, decision: Decision): Promise<Uint8Array | null> {
  const { state, reason, note } = decision
  const { triage, noted } = table.columns
  const wanted =
    state === undefined
      ? null
      : code(triageStates, state) * 8 + (reason === null ? 0 : code(triageReasons, reason) + 1)
  const changed = new Uint8Array(table.length)
  const unsure: number[] = []
  for (let row = 0; row < table.length; row++) {
    const hasNote = noted.array[row] === 1
    if (wanted !== null && triage.array[row] !== wanted) changed[row] = 1
    else if (note === undefined) continue
    else if (note === '' || !hasNote) changed[row] = Number(hasNote || note !== '')
    else unsure.push(row)
  }
  const ids = unsure.map((row) => table.ids[row] ?? 0)
  const other = await idsWhere(reader, ids, sql<SqlBool>`triage_comment <> ${note ?? ''}`)
  if (!other) return null
  for (const row of unsure) if (other.has(table.ids[row] ?? 0)) changed[row] = 1
  return changed
}

/** The ids of those rows that somebody else decided after the list was answered. */
async function decidedSince(
  reader: Reader,
  table: Table,
  rows: Int32Array,
  { seenAt, actor }: { seenAt: number | null; actor: string },
): Promise<ReadonlySet<number> | null> {
  if (seenAt === null) return new Set()
  const { array } = table.columns.triagedAt
  const from = Math.floor(seenAt / 1000)
  const unsure: number[] = []
  for (const row of rows) if ((array[row] ?? 0) >= from) unsure.push(table.ids[row] ?? 0)
  return idsWhere(
    reader,
    unsure,
    sql<SqlBool>`triaged_at > ${seenAt} and triaged_by is distinct from ${actor}`,
  )
}

/** Those of some findings of which a condition holds; null where they are too many. */
async function idsWhere(
  reader: Reader,
  ids: readonly number[],
  holds: ReturnType<typeof sql<SqlBool>>,
): Promise<ReadonlySet<number> | null> {
  if (ids.length > askedAtMost) return null
  if (ids.length === 0) return new Set()
  const found = reader.selectFrom('finding').select('id').where('id', 'in', valuesOf(ids)).where(holds)
  return new Set((await found.execute()).map(({ id }) => id))
}
