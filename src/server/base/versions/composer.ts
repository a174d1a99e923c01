import { compareNumbers, compareText, maxVersionLength, numberOf } from './parts.ts'

/** A number, the rank of a word, or the name of a branch. */
type Part = { number: string } | { rank: number } | { branch: string }

/** Words by which they begin, from the oldest; a number or the end is between `rc` and `p`. Others are below all. */
const words = [/^dev/, /^a/, /^b/, /^rc/, null, /^p/]
const end = { rank: words.indexOf(null) }
const aboveEnd = end.rank + 0.5

const stability = /^[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\d+)*))?([.-]?dev)?$/

/**
 * Reads a version of Composer: up to four numbers, or a date, a stability and `-dev`; a leading `v` and what follows `+`
 * do not count. A branch such as `dev-main` is below all numbers, `2.x-dev` above all versions that begin with 2. A
 * version that Composer would refuse is read as PHP compares it.
 * @returns null for a text that is none of these.
 * Source: composer/semver, `VersionParser::normalize`.
 */
export function readComposer(text: string): readonly Part[] | null {
  if (text.length > maxVersionLength) return null
  const version = text
    .trim()
    .toLowerCase()
    .replace(/@(?:stable|rc|beta|alpha|dev)$/, '')
  if (/^dev-\S+$/.test(version)) return [{ rank: 0 }, { branch: version.slice(4) }]
  if (!/^v?\d[\w.:*+-]*$/.test(version)) return null
  const plain = version.replace(/^v|\+.*$/g, '')
  return partsOf(branchOf(plain) ?? normalized(plain) ?? plain)
}

/** As Composer writes it: four numbers, a stability and `-dev`. */
function normalized(version: string): string | null {
  const [, numbers = '', rest = ''] =
    /^(\d{1,5}(?:\.\d+){0,3}(?!\.?\d)|\d{4}(?:[.:-]?\d{2}){1,6}(?:[.:-]?\d{1,3}){0,2}(?!\d))(.*)$/.exec(
      version,
    ) ?? []
  const [match, word, number = '', dev = ''] = stability.exec(rest) ?? []
  if (numbers === '' || match === undefined) return null
  const padded = [...numbers.split(/\D/), '0', '0', '0'].slice(0, Math.max(4, numbers.split(/\D/).length))
  const stage = word === undefined || word === 'stable' ? '' : `-${word}${number.replace(/^[.-]/, '')}`
  return `${padded.join('.')}${stage}${dev === '' ? '' : '-dev'}`
}

/** `2.x-dev` stands for all versions that begin with 2. */
function branchOf(version: string): string | null {
  const [, numbers] = /^(\d+(?:\.\d+){0,2}\.[x*])(?:\.[x*]){0,2}(?:[.-]?dev)?$/.exec(version) ?? []
  if (numbers === undefined) return null
  const parts = numbers.split('.').map((part) => (/\d/.test(part) ? part : '9999999'))
  return `${[...parts, '9999999', '9999999', '9999999'].slice(0, 4).join('.')}-dev`
}

const partsOf = (version: string): Part[] =>
  (version.match(/\d+|[a-z*:]+/g) ?? []).map((part) =>
    /\d/.test(part) ? { number: numberOf(part) } : { rank: words.findIndex((word) => word?.test(part)) },
  )

/** Compares two versions as PHP's `version_compare` does. */
export function compareComposer(one: readonly Part[], other: readonly Part[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const step = comparePart(one[at] ?? end, other[at] ?? end)
    if (step !== 0) return step
  }
  return 0
}

function comparePart(one: Part, other: Part): number {
  if ('number' in one && 'number' in other) return compareNumbers(one.number, other.number)
  if ('branch' in one && 'branch' in other) return compareText(one.branch, other.branch)
  return rankOf(one) - rankOf(other)
}

const rankOf = (part: Part) => ('rank' in part ? part.rank : aboveEnd)
