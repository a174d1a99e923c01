import { type findingTypes, statuses, toCode } from '#server/db/codes.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/** The number of findings of a rule that were opened on one day and closed on another; null if they are still open. */
export interface RuleDays {
  opened: number
  closed: number | null
  count: number
}

const openStatus = toCode(statuses, 'open')

/**
 * Returns when the findings of a rule were opened and closed, in days of the deployment's time zone, each finding once
 * regardless of its number of refs. A finding is opened when first seen on any ref, and closed when open on none.
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
