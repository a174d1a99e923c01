import { LRUCache } from 'lru-cache'
import type { InboxReason } from '#contract/inbox-reasons.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { namesOfPerson } from '#server/access/people/names.ts'
import { findingTypes, statuses, toCode } from '#server/db/codes.ts'
import { approvalBits } from '#server/findings/columns/column-sources.ts'
import { deriveFromColumns, modesOf, ownersOf } from '#server/findings/columns/names.ts'
import type { Table } from '#server/findings/columns/table.ts'
import { dueDaysOf } from '#server/findings/due/due-days.ts'
import { dueStatuses } from '#server/findings/due/due-rule.ts'
import { ignoredBeforeNote } from '#server/findings/history/ignored-by.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { disabledLevel } from '#server/records/policies/effective-modes.ts'
import { itemKey } from './keys.ts'

/** Reasons for which a finding waits, each with its bit. */
const reasonBits = { assigned: 1, uncertain: 2, expiring: 4 } as const satisfies Partial<
  Record<InboxReason, number>
>
type FindingReason = keyof typeof reasonBits

/** For whom findings wait. */
export interface InboxPerson {
  name: string
  /** Null for whoever is not a person of single sign-on. */
  personId: number | null
  /** Whether they may triage, and so confirm or reject matches. */
  triages: boolean
}

/** The keys of findings in an inbox, ascending: of all, and by reason. */
export type FindingKeys = Record<FindingReason | 'all', Float64Array>

/** An ignore that ends within so many days, today included, is about to end. */
const noticeDays = 7
const maxCachedKeys = 2 ** 21
const ignored = toCode(statuses, 'ignored')

/**
 * Returns the findings that wait for a person, sorted as in the inbox. One pass over the findings of each type; kept for
 * the day until a finding changes. Source: docs/decisions/0075-inbox.md.
 */
export async function inboxFindings(
  view: FindingsSnapshot,
  deploymentId: number,
  person: InboxPerson,
): Promise<FindingKeys> {
  const { columns } = view
  const cache = await deriveFromColumns(
    columns,
    'inboxes',
    async () =>
      new LRUCache<string, FindingKeys>({
        maxSize: maxCachedKeys,
        sizeCalculation: ({ all }) => 2 * all.length + 1,
      }),
  )
  const today = columns.zone.dayOf(columns.now)
  const cacheKey = JSON.stringify([person.name, person.triages, today])
  const known = cache.get(cacheKey)
  if (known) return known
  const keys = await countFindingKeys(view, deploymentId, person, today)
  cache.set(cacheKey, keys)
  return keys
}

async function countFindingKeys(
  view: FindingsSnapshot,
  deploymentId: number,
  person: InboxPerson,
  today: number,
): Promise<FindingKeys> {
  const found: Record<FindingReason | 'all', number[]> = {
    all: [],
    assigned: [],
    uncertain: [],
    expiring: [],
  }
  for (const type of findingTypes) {
    const table = view.columns.table(type)
    const reasons = await reasonsOfRows(view, deploymentId, table, person, today)
    if (type === 'secrets') keepOnePerFlaw(table, reasons)
    const due = await dueDaysOf(view, { deploymentId, type })
    for (let row = 0; row < reasons.length; row++) {
      const bits = reasons[row] ?? 0
      if (bits === 0) continue
      const day = bits & reasonBits.expiring ? lastDay(view, table, row) : (due?.days[row] ?? 0)
      const severity = (table.columns.severity.array[row] ?? 1) - 1
      const key = itemKey({ kind: type, id: table.ids[row] ?? 0, day, severity })
      found.all.push(key)
      if (bits & reasonBits.assigned) found.assigned.push(key)
      if (bits & reasonBits.uncertain) found.uncertain.push(key)
      if (bits & reasonBits.expiring) found.expiring.push(key)
    }
  }
  const sorted = (keys: readonly number[]) => Float64Array.from(keys).sort()
  return {
    all: sorted(found.all),
    assigned: sorted(found.assigned),
    uncertain: sorted(found.uncertain),
    expiring: sorted(found.expiring),
  }
}

/** The last day on which a finding is ignored. */
const lastDay = ({ columns: { zone } }: FindingsSnapshot, { columns }: Table, row: number) =>
  zone.dayOf((columns.ignoredUntil.array[row] ?? 0) * 1000 - 1)

/** For each row the bits of the reasons for which it waits for a person. */
async function reasonsOfRows(
  view: FindingsSnapshot,
  deploymentId: number,
  table: Table,
  person: InboxPerson,
  today: number,
): Promise<Uint8Array> {
  const { reader, columns } = view
  const modes = await modesOf(reader, columns, deploymentId)
  const owners = await ownersOf(reader, columns, deploymentId)
  const ofOwner = Array.from({ length: table.columns.owner.size }, (_, code) => {
    const stored = table.texts.owner.text(code)
    if (owners.shown(stored) === null) return 'nobody'
    return owners.isOwnedBy(stored, person.name) ? 'me' : 'another'
  })
  const end = columns.zone.startOf(today + noticeDays) / 1000
  const isIgnoredByMe = await ignoredByMe(view, deploymentId, table, person, end)
  const { decision, primary, removed, uncertain, approval, ignoredUntil, owner } = table.columns
  const { project, rule } = table.columns
  const needsPrimary = table !== columns.table('secrets')
  const isOpen = Uint8Array.from({ length: decision.size }, (_, code) => Number(dueStatuses.has(code >> 3)))
  const reasons = new Uint8Array(table.length)
  for (let row = 0; row < reasons.length; row++) {
    if (removed.array[row] !== 0 || (needsPrimary && primary.array[row] !== 1)) continue
    const code = decision.array[row] ?? 0
    const whose = ofOwner[owner.array[row] ?? 0]
    let bits = 0
    if (isOpen[code] === 1) {
      // With a request to ignore it, it waits for whoever approves it.
      if (whose === 'me' && ((approval.array[row] ?? 0) & approvalBits.requested) === 0)
        bits |= reasonBits.assigned
      if (uncertain.array[row] === 1 && person.triages && whose !== 'another') bits |= reasonBits.uncertain
    } else if (code >> 3 === ignored) {
      const until = ignoredUntil.array[row] ?? 0
      if (until > 0 && until <= end && (whose === 'me' || isIgnoredByMe(row))) bits |= reasonBits.expiring
    }
    if (bits === 0) continue
    if (modes.levelOf(project.array[row] ?? 0, rule.array[row] ?? 0) !== disabledLevel) reasons[row] = bits
  }
  return reasons
}

/** Tells of a row whether a person ignored it, under any of their names; a note of somebody else changes nothing. */
async function ignoredByMe(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  table: Table,
  person: InboxPerson,
  end: number,
): Promise<(row: number) => boolean> {
  if (!table.columns.ignoredUntil.array.some((until) => until > 0 && until <= end)) return () => false
  const names = new Set(await namesOfPerson(reader, person))
  const pool = table.texts.triagedBy
  const codes = new Set([...names].flatMap((name) => pool.find(name) ?? []))
  const before = await deriveFromColumns(columns, `ignored before a note, until ${end}`, () =>
    ignoredBeforeNote(reader, deploymentId, end * 1000),
  )
  const { array } = table.columns.triagedBy
  return (row) => {
    const by = before.get(table.ids[row] ?? 0)
    return by === undefined ? codes.has(array[row] ?? 0) : names.has(by.actor ?? '')
  }
}

/** Whether a finding, by type and id, is of a disabled rule. */
export async function disabledRules(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
): Promise<(type: FindingType, id: number) => boolean> {
  const modes = await modesOf(reader, columns, deploymentId)
  return (type, id) => {
    const table = columns.table(type)
    const { project, rule } = table.columns
    const row = table.rowOf(id)
    return row >= 0 && modes.levelOf(project.array[row] ?? 0, rule.array[row] ?? 0) === disabledLevel
  }
}

/**
 * Leaves one row for each flaw, with the reasons of all: the primary branch's, else the newest, as lists without
 * duplicates.
 */
function keepOnePerFlaw({ flaws, flawsEnd, since, columns: { primary } }: Table, reasons: Uint8Array) {
  /** For each flaw the index of its best row so far, plus one. */
  const best = new Int32Array(flawsEnd)
  for (let row = 0; row < reasons.length; row++) {
    if (reasons[row] === 0) continue
    const flaw = flaws[row] ?? 0
    const before = (best[flaw] ?? 0) - 1
    if (before < 0) {
      best[flaw] = row + 1
      continue
    }
    const difference =
      (primary.array[row] ?? 0) - (primary.array[before] ?? 0) || (since[row] ?? 0) - (since[before] ?? 0)
    const [kept, dropped] = difference < 0 ? [before, row] : [row, before]
    reasons[kept] = (reasons[kept] ?? 0) | (reasons[dropped] ?? 0)
    reasons[dropped] = 0
    best[flaw] = kept + 1
  }
}

/** The earliest due day of some findings; 0 if none of them has a due date. */
export async function firstDueDay(
  view: FindingsSnapshot,
  deploymentId: number,
  type: FindingType,
  ids: readonly number[],
): Promise<number> {
  const due = await dueDaysOf(view, { deploymentId, type })
  if (due === null) return 0
  const table = view.columns.table(type)
  let first = 0
  for (const id of ids) {
    const row = table.rowOf(id)
    const day = row < 0 || table.columns.removed.array[row] !== 0 ? 0 : (due.days[row] ?? 0)
    if (day > 0 && (first === 0 || day < first)) first = day
  }
  return first
}
