import type { DueDates } from '#contract/parameters/due-dates.ts'
import type { DueCounts, DueDatesPreview } from '#contract/responses/deployments.ts'
import { dueFilters, type FindingType } from '#contract/vocabulary.ts'
import { toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { FindingColumns } from '../columns/finding-columns.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import { countDueDays, currentDueRule, dueCodes, dueDaysOf } from './due-days.ts'
import { type DueRule, dueRuleOf } from './due-rule.ts'

const overdueCode = toCode(dueFilters, 'overdue')
const noneCode = toCode(dueFilters, 'none')

interface ReadColumns {
  reader: Reader
  columns: FindingColumns
}

/** The codes of all findings of a type by a rule; all without a due date if there is no rule. */
async function codesBy(
  view: ReadColumns,
  of: { deploymentId: number; type: FindingType },
  rule: DueRule | null,
): Promise<Uint8Array> {
  if (rule === null) return new Uint8Array(view.columns.table(of.type).length).fill(noneCode)
  const table = view.columns.table(of.type)
  return dueCodes(table, await countDueDays(view, of, rule), rule, view.columns.now)
}

/** Counts the rows of the list that selects, of what else matches, the rows that are marked. */
type CountRows = (isMarked: (row: number) => boolean) => number

async function counterOf(view: ReadColumns, deploymentId: number, set: FindingSet): Promise<CountRows> {
  const selection = selectionOf(deploymentId, set)
  const table = view.columns.table(selection.type)
  const { bits, bitByFilter } = await testRows(view.reader, view.columns, selection)
  return (isMarked) => {
    const failures = bits.map((failed, row) => (failed === 0 && isMarked(row) ? 0 : 1))
    return matchingRows(table, { bits: failures, bitByFilter }, selection.dedup).length
  }
}

function countsOf(count: CountRows, codes: Uint8Array): DueCounts {
  const ofFilter = (name: (typeof dueFilters)[number]) => {
    const code = toCode(dueFilters, name)
    return count((row) => codes[row] === code)
  }
  return { overdue: ofFilter('overdue'), week: ofFilter('week'), later: ofFilter('later') }
}

/**
 * Counts the findings of a filter that are overdue or due within seven days: the totals of the lists with the same
 * filter and `due`. Null if the deployment has no due dates.
 */
export async function countDue(
  view: ReadColumns,
  deploymentId: number,
  set: FindingSet & { issue_type: FindingType },
): Promise<{ overdue: number; week: number } | null> {
  const due = await dueDaysOf(view, { deploymentId, type: set.issue_type })
  if (due === null) return null
  const count = await counterOf(view, deploymentId, set)
  const table = view.columns.table(set.issue_type)
  const { overdue, week } = countsOf(count, dueCodes(table, due.days, due.rule, view.columns.now))
  return { overdue, week }
}

/** Counts what is due by the present setting, and by another one. Source: docs/api.md#due-dates. */
export async function previewDueDates(
  view: ReadColumns,
  deploymentId: number,
  dueDates: DueDates | null,
): Promise<DueDatesPreview> {
  const present = await currentDueRule(view, deploymentId)
  const next = dueRuleOf(dueDates, view.columns.zone)
  const preview = async (type: FindingType) => {
    const set = { issue_type: type, ...(type === 'secrets' ? { dedup: true } : {}) }
    const count = await counterOf(view, deploymentId, set)
    const now = await codesBy(view, { deploymentId, type }, present)
    const after = await codesBy(view, { deploymentId, type }, next)
    return {
      now: countsOf(count, now),
      after: countsOf(count, after),
      newly_overdue: count((row) => after[row] === overdueCode && now[row] !== overdueCode),
    }
  }
  return { sast: await preview('sast'), sca: await preview('sca'), secrets: await preview('secrets') }
}
