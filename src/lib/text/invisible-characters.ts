/** What nearly all texts are: ASCII that is seen, and breaks. */
const plainTextPattern = /^[\t\n\r -~]*$/

/** Scripts that are written from right to left. */
const rightToLeftPattern = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Characters that nobody sees or that reorder the text around them, but breaks: the contract refuses them in names. A
 * joiner between two pictures makes one of them, and is left as it is.
 */
const invisiblePattern =
  /(?!(?<=\ufe0f|\p{Emoji_Modifier}|\p{Extended_Pictographic})\u200d(?=\p{Extended_Pictographic}))(?:\u034f|[\u115f\u1160\u3164\uffa0]|[^\P{Cc}\t\n\r]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}])/gu

/** A character that nobody sees, and its number in Unicode: `U+202E`. */
export interface InvisibleCharacter {
  character: string
  code: string
}

const codePointOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Whether a text holds something that nobody sees, or that could reorder what stands around it. */
export function isDeceptive(text: string): boolean {
  return !plainTextPattern.test(text) && (text.search(invisiblePattern) >= 0 || rightToLeftPattern.test(text))
}

/** The pieces of a text, what nobody sees apart. */
export function splitInvisible(text: string): (string | InvisibleCharacter)[] {
  const pieces: (string | InvisibleCharacter)[] = []
  let from = 0
  for (const { 0: character, index } of text.matchAll(invisiblePattern)) {
    if (index > from) pieces.push(text.slice(from, index))
    pieces.push({ character, code: codePointOf(character) })
    from = index + character.length
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}

/** A text with the numbers of characters that nobody sees in their place: `pay[U+202E]ment`. */
export function escapeInvisible(text: string): string {
  return plainTextPattern.test(text)
    ? text
    : text.replace(invisiblePattern, (character) => `[${codePointOf(character)}]`)
}
