import { compareLists, compareNumbers, compareText, maxVersionLength, numberOf } from './parts.ts'

/** A number without leading zeros, or a word. */
type Identifier = { number: string } | { word: string }

interface SemanticVersion {
  /** Major, minor and patch; a fourth part only where an ecosystem has one. */
  numbers: readonly string[]
  /** Empty for a release. */
  prerelease: readonly Identifier[]
  build: readonly Identifier[]
}

/**
 * Reads a semantic version of numbers of any size; a leading `v` is ignored. A text such as `4` or `4.17` is the first
 * release that begins so. Libraries for this refuse large numbers, which Hex and NuGet have, and a fourth part.
 * Source: Semantic Versioning 2.0.0.
 */
export function readSemVer(text: string): SemanticVersion | null {
  return /(?:^|\.)0\d/.test(/^v?([\d.]*)/.exec(text.trim())?.[1] ?? '') ? null : read(text, 3)
}

/** Reads a version of NuGet: four numbers, which may begin with zeros. Source: NuGet, "Package versioning". */
export const readNuGet = (text: string): SemanticVersion | null => read(text.toLowerCase(), 4)

/**
 * Reads a version of a module, or of the standard library as Go names its own releases: `go1.21.4`, `go1.20rc2`,
 * `go1.21.4-custom`, where the suffix does not count.
 * Source: Go, "Module version numbering" and "Go toolchains".
 */
export function readGo(text: string): SemanticVersion | null {
  const release = text.trim().replace(/^go(\d[^\s+-]*).*$/s, '$1')
  const [, numbers, kind, number] = /^(\d+(?:\.\d+){1,2})(alpha|beta|rc)(\d*)$/.exec(release) ?? []
  return readSemVer(numbers === undefined ? release : `${numbers}-${kind}.${number || '0'}`)
}

function read(text: string, most: number): SemanticVersion | null {
  if (text.length > maxVersionLength) return null
  const [, release = '', prerelease, build] =
    /^\s*v?(\d+(?:\.\d+){0,3})(?:-([\dA-Za-z.-]+))?(?:\+([\dA-Za-z.-]+))?\s*$/.exec(text) ?? []
  const numbers = release.split('.')
  if (release === '' || numbers.length > most) return null
  const [before, after] = [identifiersOf(prerelease), identifiersOf(build)]
  if (before === null || after === null) return null
  while (numbers.length < most) numbers.push('0')
  return { numbers: numbers.map(numberOf), prerelease: before, build: after }
}

/** Null if one is empty. */
function identifiersOf(text: string | undefined): readonly Identifier[] | null {
  if (text === undefined) return []
  const words = text.split('.')
  if (words.includes('')) return null
  return words.map((word) => (/^\d+$/.test(word) ? { number: numberOf(word) } : { word }))
}

/** Compares two semantic versions; metadata of the build does not count. */
export function compareSemVer(one: SemanticVersion, other: SemanticVersion): number {
  const step = compareLists(one.numbers, other.numbers, compareNumbers)
  if (step !== 0) return step
  if (one.prerelease.length === 0 || other.prerelease.length === 0)
    return other.prerelease.length - one.prerelease.length
  return compareLists(one.prerelease, other.prerelease, compareIdentifiers)
}

/** Compares two versions of Dart, where a build is above the release. Source: pub_semver, "Version". */
export const comparePub = (one: SemanticVersion, other: SemanticVersion): number =>
  compareSemVer(one, other) || compareLists(one.build, other.build, compareIdentifiers)

/** Numbers are below words. */
function compareIdentifiers(one: Identifier, other: Identifier): number {
  if ('number' in one) return 'number' in other ? compareNumbers(one.number, other.number) : -1
  return 'number' in other ? 1 : compareText(one.word, other.word)
}
