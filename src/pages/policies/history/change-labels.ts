import type { ModeChange } from '#contract/responses/policies.ts'
import { labels } from '../labels.ts'
import { modeLabel } from '../mode/modes.ts'

/** How many rules a change changed. */
export function rulesIn({ count, changes }: ModeChange): number {
  return count ?? changes.length
}

/**
 * What a change did, in words: from which modes to which, with how many rules each where that is known. A list of changes
 * spells out the first hundred rules alone, so that more are only counted together.
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
  // One change sets one mode, unless it puts another one back.
  return targets.size === 1 && !change.putsBack ? labels.history.to(target) : labels.history.several
}
