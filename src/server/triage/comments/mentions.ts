import { nameKey } from '#server/access/people/names.ts'

/** The most people whom one comment can name. */
export const maxMentions = 50

const wordCharacter = /[\p{L}\p{M}\p{N}]/u
/** What continues a word or an address, if a letter or digit follows it. */
const joiner = /[._\-@'’]/u

/**
 * The people whom a text names with `@`, each once, in the order of the text. Names are compared as those of people are; the
 * longest one counts. Names in code do not, nor does an `@` inside a word, such as that of an e-mail address.
 * Source: docs/decisions/0074-comments.md.
 */
export function mentionsIn(text: string, people: readonly string[]): string[] {
  const content = nameKey(withoutCode(text))
  const names = new Map<string, { key: string; name: string }[]>()
  for (const name of people) {
    const key = nameKey(name)
    const [first] = key
    if (first === undefined) continue
    const list = names.get(first)
    if (list) list.push({ key, name })
    else names.set(first, [{ key, name }])
  }
  for (const list of names.values()) list.sort((one, other) => other.key.length - one.key.length)
  const found = new Set<string>()
  for (let at = content.indexOf('@'); at >= 0; at = content.indexOf('@', at + 1)) {
    if (wordCharacter.test(lastCharacter(content, at))) continue
    const candidates = names.get(characterAt(content, at + 1)) ?? []
    const match = candidates.find(
      ({ key }) => content.startsWith(key, at + 1) && endsAt(content, at + 1 + key.length),
    )
    if (match) found.add(match.name)
  }
  return [...found]
}

/**
 * A text in which another name takes the place of a person's behind `@`, also in code and however it is written; not where
 * it is part of the longer name of one of `people`.
 */
export function withoutName(
  text: string,
  { name, replacement }: { name: string; replacement: string },
  people: readonly string[],
): string {
  const key = nameKey(name)
  if (!nameKey(text).includes(`@${key}`)) return text
  const longer = people.map(nameKey).filter((one) => one !== key && one.startsWith(key))
  let rest = ''
  let from = 0
  for (const { index } of text.matchAll(/[@\ufe6b\uff20]/gu)) {
    if (index < from || wordCharacter.test(lastCharacter(text, index))) continue
    const end = endOfName(text, index + 1, key)
    if (end === undefined || longer.some((one) => endOfName(text, index + 1, one) !== undefined)) continue
    rest += `${text.slice(from, index)}@${replacement}`
    from = end
  }
  return rest + text.slice(from)
}

/** Where a name ends that begins at a place of a text; undefined if none does. */
function endOfName(text: string, at: number, key: string): number | undefined {
  // Composing characters, and spaces in a row, may make a text longer than the form in which names are compared.
  const last = Math.min(text.length, at + 3 * key.length + 20)
  if (!nameKey(text.slice(at, last)).startsWith(key)) return undefined
  for (let end = at + 1; end <= last; end++)
    if (endsAt(text, end) && nameKey(text.slice(at, end)) === key) return end
  return undefined
}

const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0)

/** The character before a position, as far as `wordCharacter` needs it. */
function lastCharacter(text: string, at: number): string {
  const low = text.slice(at - 1, at)
  return /[\udc00-\udfff]/.test(low) ? text.slice(at - 2, at) : low
}

/** Whether a name may end here: neither in a word, nor before what continues it. */
function endsAt(text: string, at: number): boolean {
  if (at >= text.length) return true
  const next = characterAt(text, at)
  if (wordCharacter.test(next)) return false
  return !(joiner.test(next) && at + 1 < text.length && wordCharacter.test(characterAt(text, at + 1)))
}

/** The text without fenced code and code between backticks. Takes time that grows with its length alone. */
function withoutCode(text: string): string {
  const lines: string[] = []
  let fence: string | undefined
  for (const line of text.split(/\r\n?|\n/)) {
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (
      fence === undefined &&
      marker !== undefined &&
      !(marker[0] === '`' && line.includes('`', line.indexOf(marker) + marker.length))
    ) {
      fence = marker
    } else if (fence === undefined) lines.push(line)
    else if (marker?.startsWith(fence) && line.trim() === marker) fence = undefined
  }
  return withoutSpans(lines.join('\n'))
}

/** Removes what stands between two equal runs of backticks. */
function withoutSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)]
  const next = new Map<number, number>()
  // The next run of the same length, from the end.
  const closing = runs.map(() => -1)
  for (let index = runs.length - 1; index >= 0; index--) {
    const { length } = runs[index]?.[0] ?? ''
    closing[index] = next.get(length) ?? -1
    next.set(length, index)
  }
  let rest = ''
  let from = 0
  for (let index = 0; index < runs.length; index++) {
    const end = closing[index] ?? -1
    const opening = runs[index]
    const close = runs[end]
    if (!opening || !close) continue
    rest += `${text.slice(from, opening.index)} \u0000`
    from = close.index + close[0].length
    index = end
  }
  return rest + text.slice(from)
}
