import { ecosystemOfName, ecosystemOfPurlType } from '#contract/ecosystems.ts'
import { type ReadVersion, versionOrder } from './order.ts'

const maxLength = 2_000
const maxConstraints = 200

interface Constraint {
  comparator: string
  text: string
  version: ReadVersion | null
}

/** A constraint with `<` or `>`, of which the version can be compared. */
interface Bound extends Constraint {
  version: ReadVersion
}

const isBound = (one: Constraint): one is Bound => /[<>]/.test(one.comparator) && one.version !== null

/**
 * Reads a range in the `vers` notation, such as `vers:npm/>=1.0.0|<1.4.2`. Versions are compared by the order of the
 * type that the range names, of `generic` by that of the package's ecosystem; a version that cannot be compared is in the
 * range only if it is named. Bounds are sorted and merged.
 * @returns null if the text is not such a range, or is one that the specification calls invalid. Source: VERS, "Version
 * Range Specifier".
 */
export function versionRange(text: string, ecosystem: string): ((version: string) => boolean) | null {
  const [, type = '', list = ''] = /^vers:([a-z][a-z0-9.-]*)\/(.*)$/s.exec(text) ?? []
  if (list === '' || text.length > maxLength || /[^!-~]/.test(text)) return null
  if (list === '*') return () => type !== 'none'
  const parts = list.split('|')
  if (parts.length > maxConstraints || type === 'none' || type === 'all') return null
  const spelled = ecosystemOfType(type, ecosystem)
  const order = versionOrder(spelled)
  const constraints = parts.map((part) => constraintOf(part, spelled, order))
  const read = constraints.filter((one) => one !== null)
  if (read.length < constraints.length || hasTwice(read)) return null
  const named = read.filter((one) => !isBound(one))
  const sorted = read.filter(isBound).sort((one, other) => one.version.compare(other.version))
  const bounds = mergedBounds(sorted)
  return (version) => isWithin(named, bounds, versionKey(spelled, version), order(version))
}

/** A version for comparison as text: Go has a `v` in front in some files and not in others. */
const versionKey = (ecosystem: string, version: string) =>
  ecosystem === 'gomod' ? version.replace(/^v(?=\d)/, '') : version
/** The ecosystem whose order a type names: one of an unknown order stays unknown. */
function ecosystemOfType(type: string, ecosystem: string): string {
  if (type === 'generic') return ecosystem
  return type === 'semver' ? 'npm' : (ecosystemOfPurlType(type) ?? ecosystemOfName(type) ?? type)
}

/** Null if it has no version, one that is not encoded as it should be, or a bound that cannot be compared. */
function constraintOf(
  part: string,
  ecosystem: string,
  order: (text: string) => ReadVersion | null,
): Constraint | null {
  const [, comparator = '', encoded = ''] = /^(>=|<=|!=|<|>|=)?(.*)$/.exec(part) ?? []
  const text = decoded(encoded)
  if (text === null) return null
  const version = order(text)
  if (version === null && /[<>]/.test(comparator)) return null
  return { comparator: comparator || '=', text: versionKey(ecosystem, text), version }
}

/** Null if it is empty, or has characters that must be encoded, or a `%` that encodes nothing. */
function decoded(text: string): string | null {
  if (text === '' || /[<>=!*|,()[\]]|%(?![\dA-F]{2})/.test(text)) return null
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const isEqual = (one: Constraint, text: string, version: ReadVersion | null) =>
  one.text === text || (version !== null && one.version?.compare(version) === 0)

/** Each version may occur once only. Equal ones are neighbours once they are sorted. */
function hasTwice(constraints: readonly Constraint[]): boolean {
  const read = constraints.flatMap(({ version }) => version ?? []).sort((one, other) => one.compare(other))
  return (
    new Set(constraints.map(({ text }) => text)).size < constraints.length ||
    read.some((one, at) => read[at - 1]?.compare(one) === 0)
  )
}

/**
 * Of bounds of the same direction that follow each other, the widest stays: the first of lower ones, the last of upper
 * ones.
 */
function mergedBounds(sorted: readonly Bound[]): Bound[] {
  return sorted.filter((bound, at) => {
    const isUpper = bound.comparator.startsWith('<')
    const neighbour = sorted[isUpper ? at + 1 : at - 1]
    return neighbour === undefined || neighbour.comparator.startsWith('<') !== isUpper
  })
}

function isWithin(
  named: readonly Constraint[],
  bounds: readonly Bound[],
  text: string,
  version: ReadVersion | null,
): boolean {
  const equal = [...named, ...bounds].find((one) => isEqual(one, text, version))
  if (equal) return ['=', '>=', '<='].includes(equal.comparator)
  if (version === null) return false
  const next = bounds.find((bound) => bound.version.compare(version) > 0)
  return next === undefined
    ? (bounds.at(-1)?.comparator.startsWith('>') ?? false)
    : next.comparator.startsWith('<')
}

/** The most ranges that are kept as read: one is held against many versions. */
const maxRead = 1_000
const rangesRead = new Map<string, ReturnType<typeof versionRange>>()

/** Whether a version is in a range in the `vers` notation; null if it could not be read. */
export function isInRange(range: unknown, version: string, ecosystem: string): boolean | null {
  if (typeof range !== 'string' || range.length > maxLength) return null
  const key = `${ecosystem} ${range}`
  if (!rangesRead.has(key)) {
    if (rangesRead.size >= maxRead) rangesRead.clear()
    rangesRead.set(key, versionRange(range, ecosystem))
  }
  return rangesRead.get(key)?.(version) ?? null
}
