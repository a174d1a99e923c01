import { sql } from 'kysely'
import { code, findingTypes, statuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { dayLength } from './memory/sources.ts'
import type { Table } from './memory/table.ts'
import { counted, type View } from './view.ts'

/** So many findings of a rule came to be on one day and were closed on another; null where they are open somewhere. */
export interface RuleDays {
  opened: number
  closed: number | null
  count: number
}

interface Asked {
  deploymentId: number
  type: (typeof findingTypes)[number]
  ruleId: number
}

const open = code(statuses, 'open')

/**
 * When the findings of a rule came to be and were closed, in whole days (UTC) since 1970, each finding once however many
 * refs it stands on: opened when it was first seen anywhere, closed when it was open nowhere any more.
 */
export function daysOfRule(view: View, asked: Asked): Promise<RuleDays[]> {
  return counted(
    view,
    async (columns) => inMemory(columns.table(asked.deploymentId, asked.type), asked.ruleId),
    () => inSql(view.reader, asked),
  )
}

function inMemory({ columns, flaws, length }: Table, ruleId: number): RuleDays[] {
  const { rule, removed, decision, openedOn, closedOn } = columns
  const found = new Map<number, { opened: number; closed: number; isOpen: boolean }>()
  for (let row = 0; row < length; row++) {
    if (rule.array[row] !== ruleId || removed.array[row] === 1) continue
    const opened = openedOn.array[row] ?? 0
    const closed = closedOn.array[row] ?? 0
    const isOpen = (decision.array[row] ?? 0) >> 3 === open
    const flaw = flaws[row] ?? 0
    const known = found.get(flaw)
    if (!known) found.set(flaw, { opened, closed, isOpen })
    else {
      known.opened = Math.min(known.opened, opened)
      known.closed = Math.max(known.closed, closed)
      known.isOpen ||= isOpen
    }
  }
  return [...found.values()].map(({ opened, closed, isOpen }) => ({
    opened,
    closed: isOpen ? null : closed,
    count: 1,
  }))
}

async function inSql(reader: Reader, { deploymentId, type, ruleId }: Asked): Promise<RuleDays[]> {
  const { rows } = await sql<RuleDays>`
    select opened, closed, count(*) as count from (
      select min(created_at) / ${sql.lit(dayLength)} as opened,
        case when max(status = ${open}) = 0 then max(case when status = ${code(statuses, 'fixed')}
          then state_updated_at else coalesce(triaged_at, state_updated_at) end) / ${sql.lit(dayLength)} end as closed
      from finding where deployment_id = ${deploymentId} and removed = 0
        and type = ${code(findingTypes, type)} and rule_id = ${ruleId}
      group by +flaw_id)
    group by 1, 2`.execute(reader)
  return rows
}
