import { sql } from 'kysely'
import type { TrendAnswer } from '#contract/answers/findings.ts'
import { states, triageStates, word } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { type Flow, flowsInMemory } from './memory/count-trend.ts'
import { ofPeople, ofScans, type Past } from './memory/past.ts'
import { dayLength } from './memory/sources.ts'
import { type FindingSet, type Selection, selectionOf, whereOf } from './query.ts'
import { totalOf } from './totals.ts'
import { type Point, type Standing, type Step, stepsOf } from './trend-steps.ts'
import { counted, type View } from './view.ts'

const daysUsually = 30

/**
 * Counts the findings of a filter by day (UTC), the last one being today: how many were open at its end, and how many
 * became new, fixed, ignored, and open again on it. The filter selects by what findings are now, but for their status
 * and triage reason, which are left out. Two statements, however many findings.
 * Source: docs/api.md#trend.
 * @param asked `now` in milliseconds; `days` 30 where not said.
 * @param past as it is in the view's snapshot; without it, SQL reads the histories.
 */
export async function trendOf(
  view: View,
  deploymentId: number,
  set: FindingSet,
  asked: { days: number | undefined; now: number },
  past: Past | null,
): Promise<TrendAnswer> {
  const { status: _, triage_reasons: __, ...whole } = set
  const count = asked.days ?? daysUsually
  const first = Math.floor(asked.now / dayLength) - (count - 1)
  const days = Array.from({ length: count }, (_, index) => ({
    day: new Date((first + index) * dayLength).toISOString().slice(0, 10),
    open: 0,
    new: 0,
    fixed: 0,
    ignored: 0,
    reopened: 0,
  }))
  const opened = new Int32Array(count)
  for (const flow of await flowsOf(view, selectionOf(deploymentId, whole), first, past)) {
    const index = Math.min(count - 1, flow.day - first)
    const at = days[index]
    if (!at) continue
    const change = Number(flow.after === 'open') - Number(flow.before === 'open')
    opened[index] = (opened[index] ?? 0) + flow.count * change
    const kind = kindOf(flow)
    if (kind) at[kind] += flow.count
  }
  let open = await totalOf(view, deploymentId, { ...whole, status: ['open'] })
  for (let index = count - 1; index >= 0; index -= 1) {
    const at = days[index]
    if (at) at.open = open
    open -= opened[index] ?? 0
  }
  return { days }
}

/** By the columns in memory and the past that is held beside them, else by SQL. */
function flowsOf(view: View, selection: Selection, start: number, past: Past | null): Promise<Flow[]> {
  const { reader } = view
  return counted(
    view,
    async (columns) => past && flowsInMemory(reader, columns, selection, past, start),
    async () =>
      (await flawsOf(reader, selection, start * dayLength)).flatMap(({ now, points }) =>
        stepsOf(now, points).map((step) => ({ ...step, day: Math.floor(step.at / dayLength), count: 1 })),
      ),
  )
}

function kindOf({
  before,
  after,
  isFirst,
}: Pick<Step, 'before' | 'after' | 'isFirst'>): 'new' | 'fixed' | 'ignored' | 'reopened' | null {
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
  flaw: number
  created_at: number
  state: number
  triage_state: number
  at: number | null
  kind: string
  from_state: string | null
}

/** The findings of a selection to which something happened since `start`; with dedup all, those of a flaw together. */
async function flawsOf(reader: Reader, selection: Selection, start: number): Promise<Flaw[]> {
  const { dedup } = selection
  const { rows } = await sql<Row>`
    select finding.id, ${dedup ? sql`finding.flaw_id` : sql`finding.id`} as flaw,
      finding.created_at, finding.state, finding.triage_state, event.at, event.kind, event.from_state
    from finding left join finding_event as event on event.finding_id = finding.id and event.at >= ${start}
      and event.kind in (${sql.join([...ofScans, ...ofPeople])})
    where ${whereOf(selection)}
      ${dedup ? sql`` : sql`and (event.id is not null or finding.created_at >= ${start})`}
    order by event.at desc, event.id desc`.execute(reader)
  const flaws = new Map<number, Flaw>()
  const created: { flaw: Flaw; point: Point }[] = []
  for (const row of rows) {
    const flaw: Flaw = flaws.get(row.flaw) ?? { now: new Map(), points: [] }
    flaws.set(row.flaw, flaw)
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
  return [...flaws.values()]
}

function pointOf(row: Row, at: number): Point {
  const from = (list: readonly string[]) => list.indexOf(row.from_state ?? '')
  // An event of a finding that was imported with its standing tells no state before it.
  return ofPeople.some((kind) => kind === row.kind)
    ? { finding: row.id, at, what: 'triage', from: triageStates[from(triageStates)] ?? 'untriaged' }
    : { finding: row.id, at, what: 'state', from: states[from(states)] ?? 'unresolved' }
}
