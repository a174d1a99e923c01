import { type SqlBool, sql } from 'kysely'
import { states, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { Selection } from '../../filters/query.ts'
import type { Decision } from '../../triage/triage-request.ts'
import type { ColumnSnapshot } from '../column-store.ts'
import { namesOf } from '../names.ts'
import { matchingRows, testRows } from '../select-rows.ts'
import type { Table } from '../table.ts'

const fixedState = toCode(states, 'fixed')
const mutedState = toCode(states, 'muted')
/** More findings than this are not asked for one by one what memory does not hold of them. */
const maxLookups = 20_000

/** What a decision would do to the findings of a selection, `standing` and `since` being those it leaves alone. */
export interface TriageCounts {
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
export async function countTriage(
  reader: Reader,
  columns: ColumnSnapshot,
  selection: Selection,
  triage: { decision: Decision; seenAt: number | null; actor: string },
): Promise<TriageCounts | null> {
  const table = columns.table(selection.deploymentId, selection.type)
  const failures = await testRows(reader, columns, table, selection)
  if (!failures) return null
  const rows = matchingRows(table, failures, selection.dedup)
  const changed = await changedRows(reader, table, triage.decision)
  const since = await triagedSince(reader, table, rows, triage)
  if (!changed || !since) return null

  const { project, removed, state } = table.columns
  const perProject = new Uint32Array(project.size)
  const changedFlaws = new Uint8Array(table.flawsEnd)
  const counts = { count: 0, along: 0, fixed: 0, muted: 0, standing: 0, since: 0 }
  for (const row of rows) {
    if (changed[row] === 0) counts.standing += 1
    else if (since.has(table.ids[row] ?? 0)) counts.since += 1
    else {
      counts.count += 1
      if (state.array[row] === fixedState) counts.fixed += 1
      if (state.array[row] === mutedState) counts.muted += 1
      const id = project.array[row] ?? 0
      perProject[id] = (perProject[id] ?? 0) + 1
      changedFlaws[table.flaws[row] ?? 0] = 1
    }
  }
  for (let row = 0; row < table.length; row++) {
    if (changedFlaws[table.flaws[row] ?? 0] === 1 && changed[row] === 1 && removed.array[row] === 0)
      counts.along += 1
  }
  counts.along -= counts.count
  // These come by name, and sorting keeps equal counts so.
  const names = await namesOf(reader, columns, selection.deploymentId, 'repos')
  const projects = [...names]
    .map(([id, name]) => ({ name, count: perProject[id] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
  return { ...counts, projects }
}

/** For each row 1 where the decision changes how it stands. */
async function changedRows(reader: Reader, table: Table, decision: Decision): Promise<Uint8Array | null> {
  const { state, reason, note } = decision
  const { triage, noted } = table.columns
  const newTriage =
    state === undefined
      ? null
      : toCode(triageStates, state) * 8 + (reason === null ? 0 : toCode(triageReasons, reason) + 1)
  const changed = new Uint8Array(table.length)
  const candidates: number[] = []
  for (let row = 0; row < table.length; row++) {
    const hasNote = noted.array[row] === 1
    if (newTriage !== null && triage.array[row] !== newTriage) changed[row] = 1
    else if (note === undefined) continue
    else if (note === '' || !hasNote) changed[row] = Number(hasNote || note !== '')
    else candidates.push(row)
  }
  const ids = candidates.map((row) => table.ids[row] ?? 0)
  const other = await idsMatching(reader, ids, sql<SqlBool>`triage_comment <> ${note ?? ''}`)
  if (!other) return null
  for (const row of candidates) if (other.has(table.ids[row] ?? 0)) changed[row] = 1
  return changed
}

/** The ids of those rows that somebody else decided after the list was answered. */
async function triagedSince(
  reader: Reader,
  table: Table,
  rows: Int32Array,
  { seenAt, actor }: { seenAt: number | null; actor: string },
): Promise<ReadonlySet<number> | null> {
  if (seenAt === null) return new Set()
  const { array } = table.columns.triagedAt
  const from = Math.floor(seenAt / 1000)
  const candidates: number[] = []
  for (const row of rows) if ((array[row] ?? 0) >= from) candidates.push(table.ids[row] ?? 0)
  return idsMatching(
    reader,
    candidates,
    sql<SqlBool>`triaged_at > ${seenAt} and triaged_by is distinct from ${actor}`,
  )
}

/** Those of some findings of which a condition holds; null where they are too many. */
async function idsMatching(
  reader: Reader,
  ids: readonly number[],
  holds: ReturnType<typeof sql<SqlBool>>,
): Promise<ReadonlySet<number> | null> {
  if (ids.length > maxLookups) return null
  if (ids.length === 0) return new Set()
  const counts = reader.selectFrom('finding').select('id').where('id', 'in', valuesOf(ids)).where(holds)
  return new Set((await counts.execute()).map(({ id }) => id))
}
