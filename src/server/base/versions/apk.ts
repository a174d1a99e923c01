import { compareNumbers, compareText, maxVersionLength, numberOf } from './parts.ts'

/** The kinds of parts, in the order in which a version may have them. */
const kinds = [
  'first',
  'number',
  'letter',
  'suffix',
  'suffixNumber',
  'hash',
  'revision',
  'end',
  'rest',
] as const

interface Part {
  kind: number
  text: string
}

const kindOf = (name: (typeof kinds)[number]) => kinds.indexOf(name)
const end: Part = { kind: kindOf('end'), text: '' }

/** Those before the empty one are of versions before the release. */
const suffixes = ['alpha', 'beta', 'pre', 'rc', '', 'cvs', 'svn', 'git', 'hg', 'p']
const release = suffixes.indexOf('')

/**
 * Reads a version of an Alpine package: numbers, a letter, suffixes, the hash of a commit and a revision. What else
 * follows, such as the second `1` of `1.8.1p1`, is below its absence.
 * @returns null for a text that does not begin with a number.
 * Source: apk-package(5), "pkgver"; apk-tools, `version.c`.
 */
export function readApk(text: string): readonly Part[] | null {
  if (text.length > maxVersionLength) return null
  const [, numbers, letter, words = '', hash, revision, rest] =
    /^\s*(\d+(?:\.\d+)*)([a-z])?((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*)(?:~([\da-f]+))?(-r\d*(?!\w))?(\S*)\s*$/.exec(
      text,
    ) ?? []
  if (numbers === undefined) return null
  const parts = numbers.split('.').map((number, at): Part => ({ kind: Math.min(at, 1), text: number }))
  const add = (kind: (typeof kinds)[number], part: string | undefined) => {
    if (part) parts.push({ kind: kindOf(kind), text: part })
  }
  add('letter', letter)
  for (const [, suffix, number] of words.matchAll(/_([a-z]+)(\d*)/g)) {
    add('suffix', suffix)
    add('suffixNumber', number)
  }
  add('hash', hash)
  add('revision', revision?.slice(1).replace('r', '0'))
  add('rest', rest)
  return parts
}

/** Compares two versions as apk does. */
export function compareApk(one: readonly Part[], other: readonly Part[]): number {
  for (let at = 0; ; at++) {
    const [left, right] = [one[at] ?? end, other[at] ?? end]
    const step = left.kind === right.kind ? comparePart(left, right) : compareKinds(left, right)
    if (step !== 0 || left === end || right === end) return step
  }
}

/** What one version has and the other has not: `_rc` makes it older, all else newer, and a later kind less so. */
function compareKinds(one: Part, other: Part): number {
  if (isBefore(one)) return -1
  return isBefore(other) ? 1 : other.kind - one.kind
}

const isBefore = ({ kind, text }: Part) => kind === kindOf('suffix') && suffixes.indexOf(text) < release

function comparePart({ kind, text: one }: Part, { text: other }: Part): number {
  if (kind === kindOf('suffix')) return suffixes.indexOf(one) - suffixes.indexOf(other)
  // A number after a dot that begins with a zero is compared like a fraction.
  const isText = kind === kindOf('number') ? /^0/.test(one) || /^0/.test(other) : !/^\d+$/.test(one + other)
  return isText || kind === kindOf('hash') || kind === kindOf('rest')
    ? compareText(one, other)
    : compareNumbers(numberOf(one), numberOf(other))
}
