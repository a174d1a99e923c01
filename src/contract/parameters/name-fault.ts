/**
 * Characters that are invisible or change how others are shown: controls, zero-width and bidirectional ones, line and
 * paragraph separators, fillers, and unpaired surrogates.
 */
const invisibleCharacters = /\u034f|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/u

const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const zeroWidth = /\u034f|[\u00ad\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u3164\ufeff\uffa0]/

function characterClassOf(character: string): string {
  if (bidirectional.test(character)) return 'the bidirectional control'
  if (zeroWidth.test(character)) return 'the zero-width character'
  return /\p{Cc}/u.test(character) ? 'the control character' : 'the invisible character'
}

/** Describes a character by its Unicode number: `U+202E`. */
const numberedFaults = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * Returns why a text cannot be a displayed name: its first invisible character, with the position counted from 1 in
 * characters. Null if it can be one.
 */
export function nameFault(name: string): string | null {
  const at = name.search(invisibleCharacters)
  if (at < 0) return null
  const character = String.fromCodePoint(name.codePointAt(at) ?? 0)
  const position = Array.from(name.slice(0, at)).length + 1
  return `contains ${characterClassOf(character)} ${numberedFaults(character)} at position ${position}`
}

/** Returns why a text cannot be a name in URLs: the errors of `nameFault`, and path segments `.` or `..`. */
export function pathNameFault(name: string): string | null {
  const parts = name.split('/')
  const part = parts.findIndex((one) => one === '.' || one === '..')
  if (part < 0) return nameFault(name)
  const position = Array.from(parts.slice(0, part).join('/')).length + (part > 0 ? 2 : 1)
  return `contains "${parts[part]}" as a path segment at position ${position}`
}
