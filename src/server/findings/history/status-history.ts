import { type RawBuilder, sql } from 'kysely'
import { allocateBuffer } from '#server/base/thread.ts'
import { severities, states, triageStates } from '#server/db/codes.ts'
import type { RowReader } from '#server/db/database.ts'
import { greatest, least, valuesOf } from '#server/db/sql.ts'
import { readTimeZone, type TimeZone, timeZone } from '#server/db/time-zone.ts'

/** The events that change the state or the triage; all other kinds leave the status unchanged. */
export const scanEventKinds = [
  'fixed',
  'removed',
  'reappeared',
  'muted',
  'unmuted',
  // Events of the finding's source.
  'retired',
  'restored',
] as const
export const triageEventKinds = ['triaged', 'inherited', 'moved', 'undone'] as const
/** The event of another severity, which changes neither state nor triage. Source: docs/api.md#one-finding. */
export const severityEventKind = 'severity_changed'

/** The events of findings whose branch became the primary one of its project, or no longer is. */
export const primaryEventKinds = { became: 'became_primary', left: 'left_primary' } as const

/** Set in `before` if the triage changed; below, the state from scans changed. */
export const triageOffset = 8
/** The previous value in `before` is a severity from here on. */
export const severityOffset = 16
/** From here on, `before` is whether the branch was the primary one: 1 if it was. */
export const primaryOffset = 20
/** Events in `later` are their day times this, plus the previous value. */
const dayFactor = 32
/** Returns the day of an event in `later`. */
export const dayOfEvent = (event: number): number => Math.floor(event / dayFactor)
/** Returns the previous value of an event in `later`. */
export const previousOfEvent = (event: number): number => event % dayFactor

/** The content of a history, for a file or another thread: sorted by finding, and per finding by time. */
export interface StatusHistoryData {
  /** The name of the deployment's time zone. */
  zone: string
  findings: Int32Array
  /** As `TimeZone` numbers them. */
  days: Uint16Array
  /**
   * The previous value, as a position in `states`, with `triageOffset` in `triageStates`, with `severityOffset` in
   * `severities`, or with `primaryOffset` whether the branch was primary.
   */
  before: Uint8Array
}

/** Above this number of findings in `later`, all events are merged into one sorted list. */
const maxLaterFindings = 20_000
/** Rows per read. */
const rowsPerChunk = 5000

const words = (list: readonly string[]) => sql.join(list.map((word) => sql.lit(word)))
const caseExpression = (list: readonly string[], first: number) => {
  const cases = list.map((name, at) => sql`when ${sql.lit(name)} then ${sql.lit(first + at)}`)
  return sql`case from_state ${sql.join(cases, sql` `)} else ${sql.lit(first)} end`
}
const dayIn = (zone: TimeZone) => least(greatest(zone.dayIn('event.at'), sql.lit(0)), sql.lit(65_535))

const readKinds = [
  ...scanEventKinds,
  ...triageEventKinds,
  severityEventKind,
  ...Object.values(primaryEventKinds),
]

/** Events older than their finding are ignored: computing backwards, the finding does not exist at that time. */
const selectEvents = (which: RawBuilder<unknown>, zone: TimeZone) => sql`
  select event.finding_id, ${dayIn(zone)},
    case when event.kind = ${sql.lit(severityEventKind)} then ${caseExpression(severities, severityOffset)}
      when event.kind = ${sql.lit(primaryEventKinds.became)} then ${sql.lit(primaryOffset)}
      when event.kind = ${sql.lit(primaryEventKinds.left)} then ${sql.lit(primaryOffset + 1)}
      when event.kind in (${words(triageEventKinds)}) then ${caseExpression(triageStates, triageOffset)}
      else ${caseExpression(states, 0)} end
  from finding_event as event join finding
    on finding.deployment_id = event.deployment_id and finding.id = event.finding_id
  where ${which} and event.kind in (${words(readKinds)})
    and event.at >= finding.created_at
  order by event.finding_id, event.at, event.id`

/** The changes of a deployment's findings: seven bytes for each change of state, triage, severity or primary branch. */
export class StatusHistory {
  data: StatusHistoryData
  /** Findings whose events differ from `data`, each with all its events: see `dayFactor`. */
  readonly later = new Map<number, number[]>()
  #hasPrimaryChanges: boolean

  constructor(data: StatusHistoryData) {
    this.data = data
    this.#hasPrimaryChanges = data.before.some((before) => before >= primaryOffset)
  }

  /** Whether a project of the deployment got another primary branch. */
  get hasPrimaryChanges(): boolean {
    return this.#hasPrimaryChanges
  }

  /** Reloads the events of the given findings. */
  async reload(reader: RowReader, deploymentId: number, ids: readonly number[]): Promise<void> {
    const condition = sql`event.deployment_id = ${deploymentId} and event.finding_id in ${valuesOf(ids)}`
    for (const id of ids) this.later.set(id, [])
    const events = selectEvents(condition, timeZone(this.data.zone))
    for (const row of await reader.arrays(events.compile(reader.read))) {
      const [finding = 0, day = 0, before = 0] = row.map(Number)
      this.later.get(finding)?.push(day * dayFactor + before)
      if (before >= primaryOffset) this.#hasPrimaryChanges = true
    }
    if (this.later.size > maxLaterFindings) this.#merge()
  }

  /** Returns the content for a file or another thread. */
  toData(): StatusHistoryData {
    this.#merge()
    return this.data
  }

  #merge() {
    if (this.later.size === 0) return
    const { zone, findings, days, before } = this.data
    const merged = new EventList()
    const later = [...this.later].sort(([one], [other]) => one - other)
    let at = 0
    const copyUntil = (finding: number) => {
      for (; at < findings.length && (findings[at] ?? 0) < finding; at++)
        merged.push(findings[at] ?? 0, days[at] ?? 0, before[at] ?? 0)
    }
    for (const [finding, events] of later) {
      copyUntil(finding)
      while (findings[at] === finding) at++
      for (const event of events) merged.push(finding, dayOfEvent(event), previousOfEvent(event))
    }
    copyUntil(Number.POSITIVE_INFINITY)
    this.data = { zone, ...merged.toData() }
    this.later.clear()
  }
}

/** Reads the history of all findings of a deployment. */
export async function readStatusHistory(reader: RowReader, deploymentId: number): Promise<StatusHistory> {
  const events = new EventList()
  const zone = await readTimeZone(reader.read, deploymentId)
  const condition = sql`event.deployment_id = ${deploymentId}`
  for await (const rows of reader.chunks(selectEvents(condition, zone).compile(reader.read), rowsPerChunk)) {
    for (const row of rows) events.push(Number(row[0]), Number(row[1]), Number(row[2]))
  }
  return new StatusHistory({ zone: zone.name, ...events.toData() })
}

/** A growing list of events. */
class EventList {
  #findings: Int32Array = new Int32Array(1024)
  #days: Uint16Array = new Uint16Array(1024)
  #before: Uint8Array = new Uint8Array(1024)
  #length = 0

  push(finding: number, day: number, before: number) {
    if (this.#length === this.#findings.length) this.#grow()
    this.#findings[this.#length] = finding
    this.#days[this.#length] = day
    this.#before[this.#length] = before
    this.#length++
  }

  toData(): Omit<StatusHistoryData, 'zone'> {
    return {
      findings: this.#findings.slice(0, this.#length),
      days: this.#days.slice(0, this.#length),
      before: this.#before.slice(0, this.#length),
    }
  }

  #grow() {
    const size = Math.ceil(this.#length * 1.5)
    const [findings, days, before] = [this.#findings, this.#days, this.#before]
    this.#findings = new Int32Array(allocateBuffer(size * 4))
    this.#findings.set(findings)
    this.#days = new Uint16Array(allocateBuffer(size * 2))
    this.#days.set(days)
    this.#before = new Uint8Array(allocateBuffer(size))
    this.#before.set(before)
  }
}
