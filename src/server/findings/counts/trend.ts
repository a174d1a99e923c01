import type { TrendAnswer } from '#contract/responses/findings.ts'
import { dayText } from '#server/db/time-zone.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import { readFirstDay } from '../history/history-start.ts'
import type { StatusHistory } from '../history/status-history.ts'
import { countFindings } from '../list/totals.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import { countFlows } from './count-flows.ts'
import type { StatusStep } from './trend-steps.ts'

const defaultDays = 30

/**
 * Counts the findings of a filter by day in the deployment's time zone, ending today: how many were open at the end of
 * the day, and how many became new, fixed, ignored or reopened during it. The filter applies to the current values of findings; its status
 * and triage reason are ignored.
 * Days before the start of the kept history are omitted.
 * Source: docs/api.md#trend.
 * @param request `now` in milliseconds; `days` defaults to 30.
 * @param history of the same snapshot as the findings.
 */
export async function readTrend(
  view: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
  request: { days: number | undefined; now: number },
  history: StatusHistory,
): Promise<TrendAnswer> {
  const { status: _, triage_reasons: __, ...whole } = set
  const { zone } = view.columns
  const today = zone.dayOf(request.now)
  // Before its start, the history is incomplete.
  const historyStart = await readFirstDay(view.reader, deploymentId, zone)
  const first = Math.max(today - ((request.days ?? defaultDays) - 1), Math.min(historyStart, today))
  const count = today - first + 1
  const days = Array.from({ length: count }, (_, index) => ({
    day: dayText(first + index),
    open: 0,
    new: 0,
    fixed: 0,
    ignored: 0,
    reopened: 0,
  }))
  const opened = new Int32Array(count)
  for (const flow of await countFlows(view, selectionOf(deploymentId, whole), history, first)) {
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

function kindOf({
  before,
  after,
  isFirst,
}: Pick<StatusStep, 'before' | 'after' | 'isFirst'>): 'new' | 'fixed' | 'ignored' | 'reopened' | null {
  if (isFirst) return 'new'
  if (after === 'open') return 'reopened'
  return after === 'fixed' || (after === 'ignored' && before !== null) ? after : null
}
