import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { states, triageStates } from '#server/db/codes.ts'
import { space } from '#server/thread.ts'
import { dayLength } from './sources.ts'

/** What histories tell of states and of triage; the other kinds change no status. */
export const ofScans = [
  'fixed',
  'removed',
  'reappeared',
  'muted',
  'unmuted',
  // What was done to their source.
  'retired',
  'restored',
] as const
export const ofPeople = ['triaged', 'inherited', 'moved', 'undone'] as const

/** Set in `before` where it is the triage that changed; else the state of scans did. */
export const ofTriage = 8

/** What a past consists of, as another thread takes it: by finding, and of each the oldest first. */
export interface PastParts {
  findings: Int32Array
  /** In whole days (UTC) since 1970. */
  days: Uint16Array
  /** What it was before, as a position in `states` or, with `ofTriage`, in `triageStates`. */
  before: Uint8Array
  /** The last event that was there when it was read. */
  last: number
}

/** More events than this are not read on a request's way. */
const readOnTheWay = 20_000

const kinds = [...ofScans, ...ofPeople].map((kind) => `'${kind}'`).join(', ')
const positions = (list: readonly string[], add: number) =>
  `case from_state ${list.map((name, at) => `when '${name}' then ${at + add}`).join(' ')} else ${add} end`

/** What is older than its finding tells nothing: going back in time the finding is not there any more. */
const eventsOf = (which: string) => `
  select event.finding_id, min(max(event.at / ${dayLength}, 0), 65535),
    case when event.kind in (${ofPeople.map((kind) => `'${kind}'`).join(', ')})
      then ${positions(triageStates, ofTriage)} else ${positions(states, 0)} end
  from finding_event as event join finding on finding.id = event.finding_id
  where ${which} and event.kind in (${kinds}) and event.at >= finding.created_at
  order by event.finding_id, event.at, event.id`

/**
 * How the findings of a database came to stand as they stand: seven bytes for each change of state or triage. Histories
 * are only ever added to, so that what was written since is told by its id.
 */
export class Past {
  readonly parts: PastParts
  /** The findings of which more was written since, each with all of its events: the day times 16, and what was before. */
  readonly later = new Map<number, number[]>()
  #last: number

  constructor(parts: PastParts) {
    this.parts = parts
    this.#last = parts.last
  }

  /** Takes what was written until a snapshot. @returns whether it is not too much for that; then it is to be read anew. */
  bringTo(bare: DatabaseSync): boolean {
    const last = lastEvent(bare)
    if (last - this.#last > readOnTheWay || this.later.size > readOnTheWay) return false
    if (last === this.#last) return true
    const written = `event.finding_id in (select finding_id from finding_event where id > ${this.#last})`
    const read = new Map<number, number[]>()
    for (const [finding = 0, day = 0, before = 0] of rowsOf(arrays(bare, eventsOf(written)))) {
      const known = read.get(finding) ?? []
      known.push(day * 16 + before)
      read.set(finding, known)
    }
    for (const [finding, events] of read) this.later.set(finding, events)
    this.#last = last
    return true
  }
}

/** Reads the past of all findings. What is written meanwhile may be in it or not, and is taken by `bringTo`. */
export function readPast(connection: DatabaseSync): PastParts {
  const last = lastEvent(connection)
  const count = connection.prepare('select count(*) as count from finding_event').get()?.['count']
  // Some may come while it is read.
  const room = Number(count) + readOnTheWay
  const findings = new Int32Array(space(room * 4))
  const days = new Uint16Array(space(room * 2))
  const before = new Uint8Array(space(room))
  let at = 0
  for (const row of rowsOf(arrays(connection, eventsOf('1')))) {
    if (at === room) throw new RangeError('more came to the histories than is read on the way')
    findings[at] = row[0] ?? 0
    days[at] = row[1] ?? 0
    before[at] = row[2] ?? 0
    at++
  }
  return { findings: findings.slice(0, at), days: days.slice(0, at), before: before.slice(0, at), last }
}

const lastEvent = (connection: DatabaseSync) =>
  Number(connection.prepare('select coalesce(max(id), 0) as last from finding_event').get()?.['last'])

function arrays(connection: DatabaseSync, text: string): StatementSync {
  const statement = connection.prepare(text)
  statement.setReturnArrays(true)
  return statement
}

// parse: the types of `node:sqlite` do not know that the statement gives arrays.
const rowsOf = (statement: StatementSync) => statement.iterate() as unknown as Iterable<readonly number[]>
