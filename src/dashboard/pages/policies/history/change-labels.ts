import type { AppliesTo, ModeChange } from '#contract/responses/policies.ts'
import { policyLabels } from '#features/policies/labels.ts'
import { modeLabel } from '#features/policies/names.ts'
import { labels } from '../labels.ts'

/** Returns the number of rules in a change. */
export function rulesIn({ count, changes }: ModeChange): number {
  return count ?? changes.length
}

/**
 * Describes a change: from which modes to which, with the number of rules of each if known. A list of changes includes
 * only the first hundred rules, so larger changes only have a total.
 */
export function changeText(change: ModeChange): string {
  if (change.kind === 'rules') return rulesText(change)
  if (change.changes.length === 0) return aboutText(change)
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

/** How many rules were added and removed. */
function rulesText(change: ModeChange): string {
  const { history } = labels
  const added = change.changes.filter(({ from }) => from === null).length
  if (change.changes.length < rulesIn(change)) return history.rulesChanged
  const removed = change.changes.length - added
  if (removed === 0) return history.added
  return added === 0 ? history.removed : history.addedAndRemoved(added, removed)
}

/** What a change is about that has no rules. */
function aboutText({ kind, name, appliesTo, projects }: ModeChange): string {
  const { history } = labels
  if (kind === 'tags') return history.tags(projects ?? [])
  if (kind === 'created' || kind === 'deleted' || kind === 'restored') return history.kinds[kind]
  if (kind !== 'changed') return history.unknownKind
  return [
    ...(name ? [history.renamed(name.from, name.to)] : []),
    ...(appliesTo ? [history.fromTo(appliesToText(appliesTo.from), appliesToText(appliesTo.to))] : []),
  ].join(', ')
}

const mostNamed = 3

/** The projects that a policy applies to, the first ones by name. */
export function appliesToText(appliesTo: AppliesTo | null | undefined): string {
  const { scope } = labels
  if (!appliesTo || appliesTo.all) return scope.all
  const parts = [...appliesTo.tags.map(policyLabels.tag), ...appliesTo.projects]
  if (parts.length === 0) return scope.none
  const rest = parts.length - mostNamed
  return [...parts.slice(0, mostNamed), ...(rest > 0 ? [labels.change.andMore(rest)] : [])].join(', ')
}
