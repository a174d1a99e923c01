import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { disabledLevel, type EffectiveModes } from '#server/records/policies/effective-modes.ts'
import type { FindingRow } from '../list/rows.ts'
import { type DueRule, daysOfProject, dueDayOf, dueStatuses, readDueRule } from './due-rule.ts'

/** The columns from which a due date is computed. */
type DueColumns = Pick<
  FindingRow,
  | 'on_primary'
  | 'removed'
  | 'status'
  | 'severity'
  | 'project_id'
  | 'rule_id'
  | 'relevant_since'
  | 'reopened_at'
  | 'open_since'
>

/** When a finding is due, milliseconds since 1970; null if it has no due date. */
export type DueAt = (row: DueColumns) => number | null

const never: DueAt = () => null
const mayBeDue = ({ on_primary, removed, status }: DueColumns) =>
  on_primary === 1 && removed === 0 && dueStatuses.has(status)

/**
 * Reads when the given findings are due: at most two statements for any number.
 * @param modes those of the rules in the projects of the findings.
 * @param given the rule of the deployment, if it was already read.
 * Source: docs/api.md#due-dates.
 */
export async function readDueDates(
  reader: Reader,
  deploymentId: number,
  rows: readonly DueColumns[],
  modes: EffectiveModes,
  given?: DueRule | null,
): Promise<DueAt> {
  const rule = given === undefined ? await readDueRule(reader, deploymentId) : given
  const open = rows.filter(mayBeDue)
  if (rule === null || open.length === 0) return never
  const { dueDates, zone } = rule
  const projects = await reader
    .selectFrom('project')
    .select(['id', 'tags_json'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(new Set(open.map((row) => row.project_id))))
    .execute()
  const daysById = new Map(
    projects.map(({ id, tags_json }) => [id, daysOfProject(dueDates, parseStored<string[]>(tags_json))]),
  )
  return (row) => {
    const period = daysById.get(row.project_id)?.[row.severity] ?? null
    if (period === null || !mayBeDue(row)) return null
    if (modes.levelOf(row.project_id, row.rule_id) === disabledLevel) return null
    const instants = { since: row.open_since ?? row.relevant_since, reopened: row.reopened_at ?? 0 }
    return zone.startOf(dueDayOf(zone, instants, period) + 1)
  }
}

/** Reads the due dates of the pages of an export, which are of one snapshot: their rule is read once. */
export function createDueDates(deploymentId: number) {
  let rule: DueRule | null | undefined
  return async (reader: Reader, rows: readonly DueColumns[], modes: EffectiveModes): Promise<DueAt> => {
    if (rule === undefined) rule = await readDueRule(reader, deploymentId)
    return readDueDates(reader, deploymentId, rows, modes, rule)
  }
}
