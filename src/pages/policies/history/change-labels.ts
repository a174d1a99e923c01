import type { ModeChange } from '#contract/responses/policies.ts'
import { labels } from '../labels.ts'
import { modeLabel } from '../mode/modes.ts'

/** Returns the number of rules in a change. */
export function rulesIn({ count, changes }: ModeChange): number {
  return count ?? changes.length
}

/**
 * Describes a change: from which modes to which, with the number of rules of each if known. A list of changes includes
 * only the first hundred rules, so larger changes only have a total.
 */
export function changeText(change: ModeChange): string {
  const pairs = new Map<string, number>()
  for (const { from, to } of change.changes) {
    const words = labels.history.fromTo(modeLabel(from), modeLabel(to))
    pairs.set(words, (pairs.get(words) ?? 0) + 1)
  }
  const [only] = pairs.keys()
  const isComplete = change.changes.length === rulesIn(change)
  if (isComplete && pairs.size === 1 && only !== undefined) return only
  if (isComplete) return [...pairs].map(([words, count]) => labels.history.counted(words, count)).join(', ')
  const targets = new Set(change.changes.map(({ to }) => modeLabel(to)))
  const [target] = targets
  // A change sets one mode, unless it reverts another change.
  return targets.size === 1 && !change.putsBack ? labels.history.to(target) : labels.history.several
}
