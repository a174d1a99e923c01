import { sql } from 'kysely'
import type { TrendAnswer } from '#contract/responses/findings.ts'
import { fromCode, states, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { dayMs } from '../columns/column-sources.ts'
import { countFlows, type Flow } from '../columns/count/count-trend.ts'
import { type StatusHistory, scanEventKinds, triageEventKinds } from '../columns/history/status-history.ts'
import { type FindingSet, type Selection, selectionOf, whereOf } from '../filters/query.ts'
import { countFindings } from '../list/totals.ts'
import { countWithFallback, type FindingsSnapshot } from '../snapshot.ts'
import { type InstanceStatus, listStatusSteps, type Point, type StatusStep } from './trend-steps.ts'

const defaultDays = 30

/**
 * Counts the findings of a filter by day (UTC), the last one being today: how many were open at its end, and how many
 * became new, fixed, ignored, and open again on it. The filter selects by what findings are now, but for their status
 * and triage reason, which are left out. Two statements, however many findings.
 * Source: docs/api.md#trend.
 * @param request `now` in milliseconds; `days` 30 where not said.
 * @param history as it is in the view's snapshot; without it, SQL reads the histories.
 */
export async function readTrend(
  view: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
  request: { days: number | undefined; now: number },
  history: StatusHistory | null,
): Promise<TrendAnswer> {
  const { status: _, triage_reasons: __, ...whole } = set
  const count = request.days ?? defaultDays
  const first = Math.floor(request.now / dayMs) - (count - 1)
  const days = Array.from({ length: count }, (_, index) => ({
    day: new Date((first + index) * dayMs).toISOString().slice(0, 10),
    open: 0,
    new: 0,
    fixed: 0,
    ignored: 0,
    reopened: 0,
  }))
  const opened = new Int32Array(count)
  for (const flow of await readFlows(view, selectionOf(deploymentId, whole), first, history)) {
    const index = Math.min(count - 1, flow.day - first)
    const at = days[index]
    if (!at) continue
    const change = Number(flow.after === 'open') - Number(flow.before === 'open')
    opened[index] = (opened[index] ?? 0) + flow.count * change
    const kind = kindOf(flow)
    if (kind) at[kind] += flow.count
  }
  let open = await countFindings(view, deploymentId, { ...whole, status: ['open'] })
  for (let index = count - 1; index >= 0; index -= 1) {
    const at = days[index]
    if (at) at.open = open
    open -= opened[index] ?? 0
  }
  return { days }
}

/** By the columns in memory and the past that is held beside them, else by SQL. */
function readFlows(
  view: FindingsSnapshot,
  selection: Selection,
  start: number,
  history: StatusHistory | null,
): Promise<Flow[]> {
  const { reader } = view
  return countWithFallback(
    view,
    async (columns) => history && countFlows(reader, columns, selection, history, start),
    async () =>
      (await flawsOf(reader, selection, start * dayMs)).flatMap(({ now, points }) =>
        listStatusSteps(now, points).map((step) => ({ ...step, day: Math.floor(step.at / dayMs), count: 1 })),
      ),
  )
}

function kindOf({
  before,
  after,
  isFirst,
}: Pick<StatusStep, 'before' | 'after' | 'isFirst'>): 'new' | 'fixed' | 'ignored' | 'reopened' | null {
  if (isFirst) return 'new'
  if (after === 'open') return 'reopened'
  return after === 'fixed' || (after === 'ignored' && before !== null) ? after : null
}

interface FlawHistory {
  now: Map<number, InstanceStatus>
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
async function flawsOf(reader: Reader, selection: Selection, start: number): Promise<FlawHistory[]> {
  const { dedup } = selection
  const { rows } = await sql<Row>`
    select finding.id, ${dedup ? sql`finding.flaw_id` : sql`finding.id`} as flaw,
      finding.created_at, finding.state, finding.triage_state, event.at, event.kind, event.from_state
    from finding left join finding_event as event on event.finding_id = finding.id and event.at >= ${start}
      and event.kind in (${sql.join([...scanEventKinds, ...triageEventKinds])})
    where ${whereOf(selection)}
      ${dedup ? sql`` : sql`and (event.id is not null or finding.created_at >= ${start})`}
    order by event.at desc, event.id desc`.execute(reader)
  const flaws = new Map<number, FlawHistory>()
  const created: { flaw: FlawHistory; point: Point }[] = []
  for (const row of rows) {
    const flaw: FlawHistory = flaws.get(row.flaw) ?? { now: new Map(), points: [] }
    flaws.set(row.flaw, flaw)
    if (!flaw.now.has(row.id)) {
      flaw.now.set(row.id, {
        state: fromCode(states, row.state),
        triage: fromCode(triageStates, row.triage_state),
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
  return triageEventKinds.some((kind) => kind === row.kind)
    ? { finding: row.id, at, what: 'triage', from: triageStates[from(triageStates)] ?? 'untriaged' }
    : { finding: row.id, at, what: 'state', from: states[from(states)] ?? 'unresolved' }
}
