import { sql } from 'kysely'
import { findingTypes, statuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { dayMs } from '../columns/column-sources.ts'
import type { Table } from '../columns/table.ts'
import { countWithFallback, type FindingsSnapshot } from '../snapshot.ts'

/** So many findings of a rule came to be on one day and were closed on another; null where they are open somewhere. */
export interface RuleDays {
  opened: number
  closed: number | null
  count: number
}

interface RuleDaysRequest {
  deploymentId: number
  type: (typeof findingTypes)[number]
  ruleId: number
}

const openStatus = toCode(statuses, 'open')

/**
 * When the findings of a rule came to be and were closed, in whole days (UTC) since 1970, each finding once however many
 * refs it stands on: opened when it was first seen anywhere, closed when it was open nowhere any more.
 */
export function countRuleDays(view: FindingsSnapshot, request: RuleDaysRequest): Promise<RuleDays[]> {
  return countWithFallback(
    view,
    async (columns) => countInColumns(columns.table(request.deploymentId, request.type), request.ruleId),
    () => countInSql(view.reader, request),
  )
}

function countInColumns({ columns, flaws, length }: Table, ruleId: number): RuleDays[] {
  const { rule, removed, decision, openedOn, closedOn } = columns
  const days = new Map<number, { opened: number; closed: number; isOpen: boolean }>()
  for (let row = 0; row < length; row++) {
    if (rule.array[row] !== ruleId || removed.array[row] === 1) continue
    const opened = openedOn.array[row] ?? 0
    const closed = closedOn.array[row] ?? 0
    const isOpen = (decision.array[row] ?? 0) >> 3 === openStatus
    const flaw = flaws[row] ?? 0
    const known = days.get(flaw)
    if (!known) days.set(flaw, { opened, closed, isOpen })
    else {
      known.opened = Math.min(known.opened, opened)
      known.closed = Math.max(known.closed, closed)
      known.isOpen ||= isOpen
    }
  }
  return [...days.values()].map(({ opened, closed, isOpen }) => ({
    opened,
    closed: isOpen ? null : closed,
    count: 1,
  }))
}

async function countInSql(
  reader: Reader,
  { deploymentId, type, ruleId }: RuleDaysRequest,
): Promise<RuleDays[]> {
  const { rows } = await sql<RuleDays>`
    select opened, closed, count(*) as count from (
      select min(created_at) / ${sql.lit(dayMs)} as opened,
        case when max(status = ${openStatus}) = 0 then max(case when status = ${toCode(statuses, 'fixed')}
          then state_updated_at else coalesce(triaged_at, state_updated_at) end) / ${sql.lit(dayMs)} end as closed
      from finding where deployment_id = ${deploymentId} and removed = 0
        and type = ${toCode(findingTypes, type)} and rule_id = ${ruleId}
      group by +flaw_id)
    group by 1, 2`.execute(reader)
  return rows
}
