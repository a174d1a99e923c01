import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { dueFilters, type FindingType } from '#contract/vocabulary.ts'
import { severities, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { dayText } from '#server/db/time-zone.ts'
import type { FindingColumns } from '../columns/finding-columns.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import { dueCodes, dueDaysOf } from './due-days.ts'

type FixedByMonth = NonNullable<OverviewAnswer['types'][FindingType]['fixed_by_month']>

const dayMs = 24 * 3600_000
const met = toCode(dueFilters, 'met')
const missed = toCode(dueFilters, 'missed')

/**
 * Counts the findings of a filter that were fixed in each month of a period, by whether that was in time: the totals of
 * the lists with the same filter, `fixed_on`, `severities` and `due`. Null if the deployment has no due dates.
 * @param period the first and last day, as the deployment's time zone numbers them; the first month is whole.
 * Source: docs/api.md#overview.
 */
export async function countFixedByMonth(
  view: { reader: Reader; columns: FindingColumns },
  deploymentId: number,
  set: FindingSet & { issue_type: FindingType },
  period: { from: number; today: number },
): Promise<FixedByMonth | null> {
  const due = await dueDaysOf(view, { deploymentId, type: set.issue_type })
  if (due === null) return null
  const table = view.columns.table(set.issue_type)
  const codes = dueCodes(table, due.days, due.rule, view.columns.now)
  const selection = selectionOf(deploymentId, set)
  const rows = matchingRows(table, await testRows(view.reader, view.columns, selection), false)
  const months = monthsOf(period)
  const first = months[0]?.first ?? 0
  const monthOfDay = months.flatMap(({ first: from, last }, month) =>
    new Array<number>(last - from + 1).fill(month),
  )
  const counts = new Uint32Array(months.length * severities.length * 2)
  const { severity, closedOn } = table.columns
  /** With `dedup`, a flaw counts once in each number. */
  const counted = new Set<number>()
  for (const row of rows) {
    const code = codes[row]
    if (code !== met && code !== missed) continue
    const month = monthOfDay[(closedOn.array[row] ?? 0) - first]
    if (month === undefined) continue
    const at = (month * severities.length + (severity.array[row] ?? 0) - 1) * 2 + (code === met ? 0 : 1)
    const key = (table.flaws[row] ?? 0) * counts.length + at
    if (selection.dedup && counted.has(key)) continue
    if (selection.dedup) counted.add(key)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return months.map(({ first: from, last }, month) => {
    const ofSeverity = (name: (typeof severities)[number]) => {
      const at = (month * severities.length + toCode(severities, name)) * 2
      return { met: counts[at] ?? 0, missed: counts[at + 1] ?? 0 }
    }
    return {
      from: dayText(from),
      until: dayText(last),
      by_severity: {
        critical: ofSeverity('critical'),
        high: ofSeverity('high'),
        medium: ofSeverity('medium'),
        low: ofSeverity('low'),
      },
    }
  })
}

/** The months that have days of a period, each with its first and last day. */
function monthsOf({ from, today }: { from: number; today: number }): { first: number; last: number }[] {
  const start = new Date(from * dayMs)
  const months: { first: number; last: number }[] = []
  for (let month = start.getUTCMonth(); ; month++) {
    const first = Date.UTC(start.getUTCFullYear(), month) / dayMs
    if (first > today) return months
    months.push({ first, last: Date.UTC(start.getUTCFullYear(), month + 1) / dayMs - 1 })
  }
}
