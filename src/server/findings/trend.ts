import { sql } from 'kysely'
import type { TrendAnswer } from '#contract/answers/findings.ts'
import { states, triageStates, word } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { type FindingSet, type Selection, selectionOf, whereOf } from './query.ts'
import { totalOf } from './totals.ts'
import { type Point, type Standing, type Step, stepsOf } from './trend-steps.ts'
import type { View } from './view.ts'

const day = 24 * 3600_000
const daysUsually = 30

/** What histories tell of scans and of people; the other kinds change no status. */
const ofScans = ['fixed', 'removed', 'reappeared', 'muted', 'unmuted']
const ofPeople = ['triaged', 'inherited', 'moved', 'undone']

/**
 * Counts the findings of a filter by day (UTC), the last one being today: how many were open at its end, and how many
 * became new, fixed, ignored, and open again on it. The filter selects by what findings are now, but for their status
 * and triage reason, which are left out. Two statements, however many findings.
 * Source: API decisions, "Findings", `GET findings/trend`.
 * @param asked `now` in milliseconds; `days` 30 where not said.
 */
export async function trendOf(
  view: View,
  deploymentId: number,
  set: FindingSet,
  asked: { days: number | undefined; now: number },
): Promise<TrendAnswer> {
  const { status: _, triage_reasons: __, ...whole } = set
  const count = asked.days ?? daysUsually
  const start = Math.floor(asked.now / day) * day - (count - 1) * day
  const days = Array.from({ length: count }, (_, index) => ({
    day: new Date(start + index * day).toISOString().slice(0, 10),
    open: 0,
    new: 0,
    fixed: 0,
    ignored: 0,
    reopened: 0,
  }))
  const opened = new Int32Array(count)
  for (const flaw of await flawsOf(view.reader, selectionOf(deploymentId, whole), start)) {
    for (const step of stepsOf(flaw.now, flaw.points)) {
      const index = Math.min(count - 1, Math.floor((step.at - start) / day))
      const at = days[index]
      if (!at) continue
      opened[index] = (opened[index] ?? 0) + Number(step.after === 'open') - Number(step.before === 'open')
      const kind = kindOf(step)
      if (kind) at[kind] += 1
    }
  }
  let open = await totalOf(view, deploymentId, { ...whole, status: ['open'] })
  for (let index = count - 1; index >= 0; index -= 1) {
    const at = days[index]
    if (at) at.open = open
    open -= opened[index] ?? 0
  }
  return { days }
}

function kindOf({ before, after, isFirst }: Step): 'new' | 'fixed' | 'ignored' | 'reopened' | null {
  if (isFirst) return 'new'
  if (after === 'open') return 'reopened'
  return after === 'fixed' || (after === 'ignored' && before !== null) ? after : null
}

interface Flaw {
  now: Map<number, Standing>
  points: Point[]
}

interface Row {
  id: number
  print: string | number
  created_at: number
  state: number
  triage_state: number
  at: number | null
  kind: string
  from_state: string | null
}

/** The findings of a selection to which something happened since `start`; with dedup all, those of a flaw together. */
async function flawsOf(reader: Reader, selection: Selection, start: number): Promise<Iterable<Flaw>> {
  const { dedup } = selection
  const { rows } = await sql<Row>`
    select finding.id, ${dedup ? sql`finding.project_id || ' ' || finding.match_based_id` : sql`finding.id`} as print,
      finding.created_at, finding.state, finding.triage_state, event.at, event.kind, event.from_state
    from finding left join finding_event as event on event.finding_id = finding.id and event.at >= ${start}
      and event.kind in (${sql.join([...ofScans, ...ofPeople])})
    where ${whereOf(selection)}
      ${dedup ? sql`` : sql`and (event.id is not null or finding.created_at >= ${start})`}
    order by event.at desc, event.id desc`.execute(reader)
  const flaws = new Map<string | number, Flaw>()
  const created: { flaw: Flaw; point: Point }[] = []
  for (const row of rows) {
    const flaw: Flaw = flaws.get(row.print) ?? { now: new Map(), points: [] }
    flaws.set(row.print, flaw)
    if (!flaw.now.has(row.id)) {
      flaw.now.set(row.id, {
        state: word(states, row.state),
        triage: word(triageStates, row.triage_state),
      })
      const point: Point = { finding: row.id, at: row.created_at, what: 'created' }
      if (row.created_at >= start) created.push({ flaw, point })
    }
    if (row.at !== null) flaw.points.push(pointOf(row, row.at))
  }
  // Sorting keeps the order of equal ones, so that a finding is created before anything happens to it.
  for (const { flaw, point } of created) flaw.points.push(point)
  for (const { flaw } of created) flaw.points.sort((one, other) => other.at - one.at)
  return flaws.values()
}

function pointOf(row: Row, at: number): Point {
  const from = (list: readonly string[]) => list.indexOf(row.from_state ?? '')
  // An event of a finding that was imported with its standing tells no state before it.
  return ofPeople.includes(row.kind)
    ? { finding: row.id, at, what: 'triage', from: triageStates[from(triageStates)] ?? 'untriaged' }
    : { finding: row.id, at, what: 'state', from: states[from(states)] ?? 'unresolved' }
}
