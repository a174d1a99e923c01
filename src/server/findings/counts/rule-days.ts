import { type findingTypes, statuses, toCode } from '#server/db/codes.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/** So many findings of a rule came to be on one day and were closed on another; null where they are open somewhere. */
export interface RuleDays {
  opened: number
  closed: number | null
  count: number
}

const openStatus = toCode(statuses, 'open')

/**
 * When the findings of a rule came to be and were closed, in whole days (UTC) since 1970, each finding once however many
 * refs it stands on: opened when it was first seen anywhere, closed when it was open nowhere any more.
 */
export function countRuleDays(
  view: FindingsSnapshot,
  type: (typeof findingTypes)[number],
  ruleId: number,
): RuleDays[] {
  const { columns, flaws, length } = view.columns.table(type)
  const { rule, removed, decision, openedOn, closedOn } = columns
  const days = new Map<number, { opened: number; closed: number; isOpen: boolean }>()
  for (let row = 0; row < length; row++) {
    if (rule.array[row] !== ruleId || removed.array[row] !== 0) continue
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
