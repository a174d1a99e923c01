import { nameFault } from '#contract/parameters/name.ts'
import { maxTags } from '#contract/vocabulary.ts'
import type { Fault } from '#server/http/errors.ts'
import { badRequest } from '#server/http/errors.ts'

const maxTagLength = 64

/**
 * Reads tags as they were sent: trimmed, each once, in their order.
 * @param at the JSON pointer of the list in the body.
 * @throws HttpError 400 with a fault for each tag that is empty, longer than 64 code points, or holds a comma or a
 * character that nobody sees. Source: docs/api.md#projects.
 */
export function readTags(input: readonly string[], at: string): string[] {
  const faults: Fault[] = []
  const tags = input.map((tag) => tag.normalize('NFC').trim())
  for (const [index, tag] of tags.entries()) {
    const detail = faultOf(tag)
    if (detail) faults.push({ pointer: `${at}/${index}`, detail })
  }
  if (faults.length > 0) throw badRequest(faults)
  return [...new Set(tags)]
}

function faultOf(tag: string): string | null {
  if (tag === '') return 'is empty'
  if (Array.from(tag).length > maxTagLength) return `is longer than ${maxTagLength} characters`
  if (tag.includes(',')) return 'contains a comma'
  return nameFault(tag)
}

/**
 * The tags of a project with others added behind them; one that is there stays where it is.
 * @throws HttpError 400 where they would be more than 50; none is added then.
 */
export function withTags(present: readonly string[], added: readonly string[], at: string): string[] {
  const all = [...new Set([...present, ...added])]
  // A project that came by more on another way may keep what it has.
  if (all.length > maxTags && all.length > present.length) {
    throw badRequest([
      { pointer: at, detail: `would result in ${all.length} tags; the limit is ${maxTags} per project` },
    ])
  }
  return all
}

/** Takes tags away from those of any project; one that is not there changes nothing. */
export function withoutTags(removed: readonly string[]): (present: readonly string[]) => string[] {
  const removedTags = new Set(removed.map((tag) => tag.normalize('NFC').trim()))
  return (present) => present.filter((tag) => !removedTags.has(tag))
}
