import type { ReactNode } from 'react'

/** Returns what renders a text with the names of people after an `@` marked; undefined without names. */
export function mentionMarker(
  names: readonly string[],
  own: string | undefined,
): ((text: string) => ReactNode) | undefined {
  if (names.length === 0) return undefined
  const longestFirst = [...names].sort((one, other) => other.length - one.length)
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])(@(?:${longestFirst.map(literal).join('|')}))(?![\\p{L}\\p{M}\\p{N}])`,
    'giu',
  )
  return (text) =>
    // The pieces at odd places are those that matched.
    text.split(pattern).map((piece, index) =>
      index % 2 === 0 ? (
        piece
      ) : (
        <bdi
          key={index}
          className={
            own !== undefined && piece.slice(1).toLowerCase() === own.toLowerCase()
              ? 'rounded-sm bg-mark px-0.5 font-medium'
              : 'rounded-sm bg-accent-bg px-0.5 font-medium'
          }
        >
          {piece}
        </bdi>
      ),
    )
}

/** A name as a pattern, in which spaces are any whitespace: a name may stand on two lines. */
const literal = (name: string) =>
  name
    .replace(/[^\p{L}\p{N}\s]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/\s+/g, '\\s+')
