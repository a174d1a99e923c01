/** Matches nearly all texts: visible ASCII and line breaks. */
const plainTextPattern = /^[\t\n\r -~]*$/

/** Matches right-to-left scripts. */
const rightToLeftPattern = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether the first letter of a text is of a right-to-left script, so that the text is one to read from the right. */
export const startsRightToLeft = (text: string): boolean =>
  rightToLeftPattern.test(/\p{L}/u.exec(text)?.[0] ?? '')

/**
 * Characters that are invisible or that reorder the surrounding text, except line breaks: the contract rejects them in
 * names. A joiner between two emoji combines them, and is allowed.
 */
const invisiblePattern =
  /(?!(?<=\ufe0f|\p{Emoji_Modifier}|\p{Extended_Pictographic})\u200d(?=\p{Extended_Pictographic}))(?:\u034f|[\u115f\u1160\u3164\uffa0]|[^\P{Cc}\t\n\r]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}])/gu

/** An invisible character, and its Unicode number: `U+202E`. */
export interface InvisibleCharacter {
  character: string
  code: string
}

const codePointOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Whether a text contains an invisible character, or one that could reorder the surrounding text. */
export function isDeceptive(text: string): boolean {
  return !plainTextPattern.test(text) && (text.search(invisiblePattern) >= 0 || rightToLeftPattern.test(text))
}

/** Splits a text at invisible characters, which are separate pieces. */
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

/** Replaces invisible characters by their numbers: `pay[U+202E]ment`. */
export function escapeInvisible(text: string): string {
  return plainTextPattern.test(text)
    ? text
    : text.replace(invisiblePattern, (character) => `[${codePointOf(character)}]`)
}
