import { nameFault } from '#contract/parameters/name-fault.ts'
import { maxTags } from '#contract/vocabulary.ts'
import type { Fault } from '#server/http/errors.ts'
import { badRequest } from '#server/http/errors.ts'

const maxTagLength = 64

/**
 * Reads tags from a request: trimmed, each once, in their order.
 * @param at the JSON pointer of the list in the body.
 * @throws HttpError 400 with a fault for each tag that is empty, longer than 64 code points, or contains a comma or an
 * invisible character. Source: docs/api.md#projects.
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
 * Appends tags to those of a project; a tag that the project already has keeps its position.
 * @throws HttpError 400 if there would be more than 50 tags; no tag is added then.
 */
export function withTags(present: readonly string[], added: readonly string[], at: string): string[] {
  const all = [...new Set([...present, ...added])]
  // A project that already has more tags may keep them.
  if (all.length > maxTags && all.length > present.length) {
    throw badRequest([
      { pointer: at, detail: `would result in ${all.length} tags; the limit is ${maxTags} per project` },
    ])
  }
  return all
}

/** Removes tags from those of a project; a tag that it does not have changes nothing. */
export function withoutTags(removed: readonly string[]): (present: readonly string[]) => string[] {
  const removedTags = new Set(removed.map((tag) => tag.normalize('NFC').trim()))
  return (present) => present.filter((tag) => !removedTags.has(tag))
}
