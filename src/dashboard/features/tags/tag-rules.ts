import type { TagChange } from '#api/projects/tags.ts'
import { nameFault } from '#contract/parameters/name-fault.ts'
import { labels } from './labels.ts'

const longest = 64
const mostOfOne = 50

/**
 * Returns why a text cannot be added to these tags, or undefined. The service applies the same rules. Source:
 * docs/api.md#projects.
 */
export function tagFault(text: string, present: readonly string[]): string | undefined {
  const tag = text.normalize('NFC').trim()
  if (tag === '') return labels.faults.empty
  const length = Array.from(tag).length
  if (length > longest) return labels.faults.long(longest, length)
  if (tag.includes(',')) return labels.faults.comma
  const fault = nameFault(tag)
  if (fault) return labels.faults.unseen(fault)
  if (present.includes(tag)) return labels.faults.present
  if (present.length >= mostOfOne) return labels.faults.tooMany(mostOfOne)
  return undefined
}

/** A project with its tags. */
export interface Tagged {
  name: string
  tags: readonly string[]
}

/**
 * Returns the tags after a change: removed tags are dropped and added ones appended. Existing tags keep their position.
 */
export function tagsAfter(
  present: readonly string[],
  { add, remove }: Pick<TagChange, 'add' | 'remove'>,
): string[] {
  return [...new Set([...present.filter((tag) => !remove.includes(tag)), ...add])]
}

/**
 * Returns the changes that undo a change: a project that had a tag before keeps it. Projects with the same difference
 * share one change.
 */
export function inverseOf(
  targets: readonly Tagged[],
  { add, remove }: Pick<TagChange, 'add' | 'remove'>,
): TagChange[] {
  const groups = new Map<string, TagChange & { projects: string[] }>()
  for (const { name, tags } of targets) {
    const gained = add.filter((tag) => !tags.includes(tag))
    const lost = remove.filter((tag) => tags.includes(tag))
    if (gained.length + lost.length === 0) continue
    const key = JSON.stringify([gained, lost])
    const group = groups.get(key) ?? { projects: [], add: lost, remove: gained }
    group.projects.push(name)
    groups.set(key, group)
  }
  return [...groups.values()]
}
