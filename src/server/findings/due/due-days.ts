import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { dueFilters } from '#contract/vocabulary.ts'
import { policyModes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { FindingColumns } from '../columns/finding-columns.ts'
import { deriveFromColumns, deriveFromNames, modesOf, namesOf } from '../columns/names.ts'
import type { Table } from '../columns/table.ts'
import type { Selection } from '../filters/query.ts'
import { type DueRule, daysOfProject, dueDayOf, dueRuleOf, dueStatuses, readDueSetting } from './due-rule.ts'

/** Findings that are due within so many days, today included, are due this week. */
const daysOfWeek = 7
const disabledMode = toCode(policyModes, 'MODE_DISABLED') + 1

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
 * Returns for each row of a table the day on which the finding is due; 0 without a due date: not on a primary branch,
 * fixed, ignored or muted, of a disabled rule, or of a severity that is never due. One pass over the rows.
 */
export async function countDueDays(
  { reader, columns }: ReadColumns,
  { deploymentId, type }: TypeOfDeployment,
  { dueDates, zone }: DueRule,
): Promise<Uint32Array> {
  const table = columns.table(type)
  const modes = await modesOf(reader, columns, deploymentId)
  const daysByProject = await daysOfProjects(reader, columns, deploymentId, dueDates)
  const { decision, project, severity, policy, rule, primary, removed, reopened } = table.columns
  const isDue = Uint8Array.from({ length: decision.size }, (_, code) => Number(dueStatuses.has(code >> 3)))
  const days = new Uint32Array(table.length)
  for (let row = 0; row < days.length; row++) {
    if (primary.array[row] !== 1 || removed.array[row] !== 0) continue
    if (isDue[decision.array[row] ?? 0] !== 1) continue
    const period = daysByProject.get(project.array[row] ?? 0)?.[(severity.array[row] ?? 0) - 1] ?? null
    if (period === null) continue
    if (modes.get(policy.array[row] ?? 0)?.[rule.array[row] ?? 0] === disabledMode) continue
    const instants = { since: table.since[row] ?? 0, reopened: (reopened.array[row] ?? 0) * 1000 }
    days[row] = dueDayOf(zone, instants, period)
  }
  return days
}

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

/** The due days of all findings of a type, until they or the setting change; null if the deployment has none. */
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

/** The positions in `dueFilters` that a row has by its due day. */
export function dueCodes(days: Uint32Array, { zone }: DueRule, now: number): Uint8Array {
  const today = zone.dayOf(now)
  const [overdue, week, later, none] = [0, 1, 2, 3] as const
  const codes = new Uint8Array(days.length)
  for (let row = 0; row < days.length; row++) {
    const day = days[row] ?? 0
    codes[row] = day === 0 ? none : day < today ? overdue : day < today + daysOfWeek ? week : later
  }
  return codes
}

/** Returns 1 for each row of a table that a filter by due date selects. */
export async function rowsDue(
  values: NonNullable<FindingFilter['due']>,
  view: ReadColumns & { table: Table; selection: TypeOfDeployment },
): Promise<Uint8Array> {
  const due = await dueDaysOf(view, view.selection)
  if (due === null) return new Uint8Array(view.table.length).fill(Number(values.includes('none')))
  const isSelected = Uint8Array.from(dueFilters, (name) => Number(values.includes(name)))
  return dueCodes(due.days, due.rule, view.columns.now).map((code) => isSelected[code] ?? 0)
}

/**
 * A key under which a count of a filter can be kept as long as the columns stay the same: what is overdue also depends
 * on the day. Days of every zone begin at a quarter of an hour.
 */
export function keyOfFilter({ now }: FindingColumns, filter: FindingFilter): string {
  const time = filter.due === undefined ? '' : Math.floor(now / (15 * 60_000))
  return `${JSON.stringify(filter)}${time}`
}
