import { parseDays } from '#contract/parameters/day-range.ts'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { dueFilters } from '#contract/vocabulary.ts'
import { statuses, toCode, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { badRequest } from '#server/http/errors.ts'
import { disabledLevel } from '#server/records/policies/effective-modes.ts'
import type { FindingColumns } from '../columns/finding-columns.ts'
import { deriveFromColumns, deriveFromNames, modesOf, namesOf } from '../columns/names.ts'
import type { Table } from '../columns/table.ts'
import type { Selection } from '../filters/query.ts'
import { type DueRule, daysOfProject, dueDayOf, dueRuleOf, dueStatuses, readDueSetting } from './due-rule.ts'

/** Findings that are due within so many days, today included, are due this week. */
const daysOfWeek = 7
const fixed = toCode(statuses, 'fixed')
const ignored = toCode(triageStates, 'ignored')

interface ReadColumns {
  reader: Reader
  columns: FindingColumns
}

type TypeOfDeployment = Pick<Selection, 'deploymentId' | 'type'>

/** The rule of due dates as of the columns; null if the deployment has none. */
export async function currentDueRule({ reader, columns }: ReadColumns, deploymentId: number) {
  const { dueDates } = await deriveFromNames(columns, 'due dates', async () => ({
    dueDates: await readDueSetting(reader, deploymentId),
  }))
  return dueRuleOf(dueDates, columns.zone)
}

/**
 * Returns for each row of a table the day on which the finding is due, or was when it was fixed; 0 without a due date:
 * not on a primary branch, ignored or muted, of a disabled rule, or of a severity that is never due. One pass over the
 * rows.
 */
export async function countDueDays(
  { reader, columns }: ReadColumns,
  { deploymentId, type }: TypeOfDeployment,
  { dueDates, zone }: DueRule,
): Promise<Uint32Array> {
  const table = columns.table(type)
  const modes = await modesOf(reader, columns, deploymentId)
  const daysByProject = await daysOfProjects(reader, columns, deploymentId, dueDates)
  const { decision, triage, project, severity, rule, primary, removed } = table.columns
  const { openSince, reopened } = table.columns
  const isDue = Uint8Array.from({ length: decision.size }, (_, code) =>
    Number(dueStatuses.has(code >> 3) || isFixed(code)),
  )
  const days = new Uint32Array(table.length)
  for (let row = 0; row < days.length; row++) {
    if (primary.array[row] !== 1 || removed.array[row] !== 0) continue
    const code = decision.array[row] ?? 0
    if (isDue[code] !== 1 || (isFixed(code) && (triage.array[row] ?? 0) >> 3 === ignored)) continue
    const period = daysByProject.get(project.array[row] ?? 0)?.[(severity.array[row] ?? 0) - 1] ?? null
    if (period === null) continue
    if (modes.levelOf(project.array[row] ?? 0, rule.array[row] ?? 0) === disabledLevel) continue
    const since = (openSince.array[row] ?? 0) * 1000 || (table.since[row] ?? 0)
    const instants = { since, reopened: (reopened.array[row] ?? 0) * 1000 }
    days[row] = dueDayOf(zone, instants, period)
  }
  return days
}

/** Whether a code of the column `decision` is that of a fixed finding. */
const isFixed = (code: number) => code >> 3 === fixed

async function daysOfProjects(
  reader: Reader,
  columns: FindingColumns,
  deploymentId: number,
  dueDates: DueRule['dueDates'],
): Promise<ReadonlyMap<number, readonly (number | null)[]>> {
  const tags = await namesOf(reader, columns, deploymentId, 'project_tags')
  return new Map(
    [...tags].map(([id, json]) => {
      const list: unknown = JSON.parse(json)
      const texts = Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
      return [id, daysOfProject(dueDates, texts)]
    }),
  )
}

/** The due days of all findings of a type, those of fixed ones included; null if the deployment has none. */
export async function dueDaysOf(
  view: ReadColumns,
  of: TypeOfDeployment,
): Promise<{ days: Uint32Array; rule: DueRule } | null> {
  const rule = await currentDueRule(view, of.deploymentId)
  if (rule === null) return null
  const days = await deriveFromColumns(view.columns, `due days ${of.type}`, () =>
    countDueDays(view, of, rule),
  )
  return { days, rule }
}

/** The positions in `dueFilters` that the rows of a table have by their due days. */
export function dueCodes(table: Table, days: Uint32Array, { zone }: DueRule, now: number): Uint8Array {
  const today = zone.dayOf(now)
  const [overdue, week, later, none, met, missed] = [0, 1, 2, 3, 4, 5] as const
  const { decision, closedOn } = table.columns
  const codes = new Uint8Array(days.length)
  for (let row = 0; row < days.length; row++) {
    const day = days[row] ?? 0
    if (day === 0) codes[row] = none
    else if (isFixed(decision.array[row] ?? 0)) codes[row] = (closedOn.array[row] ?? 0) <= day ? met : missed
    else codes[row] = day < today ? overdue : day < today + daysOfWeek ? week : later
  }
  return codes
}

/** The due days of the findings that are not fixed; 0 for the others. */
export function openDueDays(table: Table, days: Uint32Array): Uint32Array {
  const { decision } = table.columns
  return days.map((day, row) => (isFixed(decision.array[row] ?? 0) ? 0 : day))
}

/** Returns 1 for each row of a table that a filter by due date selects. */
export async function rowsDue(
  values: NonNullable<FindingFilter['due']>,
  view: ReadColumns & { table: Table; selection: TypeOfDeployment },
): Promise<Uint8Array> {
  const due = await dueDaysOf(view, view.selection)
  if (due === null) return new Uint8Array(view.table.length).fill(Number(values.includes('none')))
  const isSelected = Uint8Array.from(dueFilters, (name) => Number(values.includes(name)))
  return dueCodes(view.table, due.days, due.rule, view.columns.now).map((code) => isSelected[code] ?? 0)
}

/**
 * A key under which a count of a filter can be kept as long as the columns stay the same: what is overdue also depends
 * on the day. Days of every zone begin at a quarter of an hour.
 */
export function keyOfFilter({ now }: FindingColumns, filter: FindingFilter): string {
  const time = filter.due === undefined ? '' : Math.floor(now / (15 * 60_000))
  return `${JSON.stringify(filter)}${time}`
}

/**
 * Returns 1 for each row that was fixed last within a range of days, and is fixed still.
 * @throws HttpError 400 for a text that is not a range of days.
 * Source: docs/api.md#filters.
 */
export function rowsFixedOn(text: string, { length, columns }: Table): Uint8Array {
  const days = parseDays(text)
  if (!days)
    throw badRequest([{ parameter: 'fixed_on', detail: 'is not days, such as 2026-11-01..2026-11-30' }])
  const { decision, closedOn } = columns
  const rows = new Uint8Array(length)
  for (let row = 0; row < length; row++) {
    const day = closedOn.array[row] ?? 0
    if (isFixed(decision.array[row] ?? 0) && day >= days.from && day <= days.until) rows[row] = 1
  }
  return rows
}
