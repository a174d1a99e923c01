import { type RawBuilder, sql } from 'kysely'
import { states, triageStates } from '#server/db/codes.ts'
import type { RowReader } from '#server/db/database.ts'
import { greatest, least } from '#server/db/sql.ts'
import { allocateBuffer } from '#server/thread.ts'
import { dayMs } from '../column-sources.ts'

/** What histories tell of states and of triage; the other kinds change no status. */
export const scanEventKinds = [
  'fixed',
  'removed',
  'reappeared',
  'muted',
  'unmuted',
  // What was done to their source.
  'retired',
  'restored',
] as const
export const triageEventKinds = ['triaged', 'inherited', 'moved', 'undone'] as const

/** Set in `before` where it is the triage that changed; else the state of scans did. */
export const triageOffset = 8

/** What a past consists of, as another thread takes it: by finding, and of each the oldest first. */
export interface StatusHistoryData {
  findings: Int32Array
  /** In whole days (UTC) since 1970. */
  days: Uint16Array
  /** What it was before, as a position in `states` or, with `triageOffset`, in `triageStates`. */
  before: Uint8Array
  /** The last event that was there when it was read. */
  last: number
}

/** More events than this are not read on a request's way. */
const maxInlineEvents = 20_000
/** Rows that are read at once. */
const chunk = 5000

const words = (list: readonly string[]) => sql.join(list.map((word) => sql.lit(word)))
const caseExpression = (list: readonly string[], first: number) => {
  const cases = list.map((name, at) => sql`when ${sql.lit(name)} then ${sql.lit(first + at)}`)
  return sql`case from_state ${sql.join(cases, sql` `)} else ${sql.lit(first)} end`
}
const dayOf = (at: string) => sql`${sql.ref(at)} / ${sql.lit(dayMs)}`
const day = least(greatest(dayOf('event.at'), sql.lit(0)), sql.lit(65_535))

/** What is older than its finding tells nothing: going back in time the finding is not there any more. */
const selectEvents = (which: RawBuilder<unknown>) => sql`
  select event.finding_id, ${day},
    case when event.kind in (${words(triageEventKinds)})
      then ${caseExpression(triageStates, triageOffset)} else ${caseExpression(states, 0)} end
  from finding_event as event join finding on finding.id = event.finding_id
  where ${which} and event.kind in (${words([...scanEventKinds, ...triageEventKinds])}) and event.at >= finding.created_at
  order by event.finding_id, event.at, event.id`

/**
 * How the findings of a database came to stand as they stand: seven bytes for each change of state or triage. Histories
 * are only ever added to, so that what was written since is told by its id.
 */
export class StatusHistory {
  readonly parts: StatusHistoryData
  /** The findings of which more was written since, each with all of its events: the day times 16, and what was before. */
  readonly later = new Map<number, number[]>()
  #last: number

  constructor(parts: StatusHistoryData) {
    this.parts = parts
    this.#last = parts.last
  }

  /** Takes what was written until a snapshot. @returns whether it is not too much for that; then it is to be read anew. */
  async catchUp(reader: RowReader): Promise<boolean> {
    const last = await lastEventId(reader)
    if (last - this.#last > maxInlineEvents || this.later.size > maxInlineEvents) return false
    if (last === this.#last) return true
    const condition = sql`event.finding_id in (select finding_id from finding_event where id > ${this.#last})`
    const eventsByFinding = new Map<number, number[]>()
    for (const row of await reader.arrays(selectEvents(condition).compile(reader.read))) {
      const [finding = 0, day = 0, before = 0] = row.map(Number)
      const findingEvents = eventsByFinding.get(finding) ?? []
      findingEvents.push(day * 16 + before)
      eventsByFinding.set(finding, findingEvents)
    }
    for (const [finding, events] of eventsByFinding) this.later.set(finding, events)
    this.#last = last
    return true
  }
}

/** Reads the past of all findings. What is written meanwhile may be in it or not, and is taken by `catchUp`. */
export async function readStatusHistory(reader: RowReader): Promise<StatusHistoryData> {
  const last = await lastEventId(reader)
  const { count } = await reader.read
    .selectFrom('finding_event')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  // Some may come while it is read.
  const capacity = count + maxInlineEvents
  const findings = new Int32Array(allocateBuffer(capacity * 4))
  const days = new Uint16Array(allocateBuffer(capacity * 2))
  const before = new Uint8Array(allocateBuffer(capacity))
  let at = 0
  for await (const rows of reader.chunks(selectEvents(sql`true`).compile(reader.read), chunk)) {
    if (at + rows.length > capacity)
      throw new RangeError('more came to the histories than is read on the way')
    for (const row of rows) {
      findings[at] = Number(row[0])
      days[at] = Number(row[1])
      before[at] = Number(row[2])
      at++
    }
  }
  return { findings: findings.slice(0, at), days: days.slice(0, at), before: before.slice(0, at), last }
}

async function lastEventId({ read: eventsByFinding }: RowReader): Promise<number> {
  const row = await eventsByFinding
    .selectFrom('finding_event')
    .select((of) => of.fn.max('id').as('last'))
    .executeTakeFirst()
  return row?.last ?? 0
}
