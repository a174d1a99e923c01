import { type ReadVersion, versionOrder } from '#server/dependencies/public.ts'
import { versionKey } from '../finding-rows.ts'

const maxLength = 2_000
const maxConstraints = 200

interface Constraint {
  comparator: string
  text: string
  version: ReadVersion | null
}

/**
 * Reads a range in the `vers` notation, such as `vers:npm/>=1.0.0|<1.4.2`, by the version order of the package's
 * ecosystem. A version that cannot be compared is not in it.
 * @returns null if the text is not such a range. Source: purl specification, "VERS".
 */
export function versionRange(text: string, ecosystem: string): ((version: string) => boolean) | null {
  if (text.length > maxLength || !/^vers:[a-z0-9.-]+\//.test(text)) return null
  const parts = text.slice(text.indexOf('/') + 1).split('|')
  if (parts.length > maxConstraints) return null
  if (parts.length === 1 && parts[0]?.trim() === '*') return () => true
  const order = versionOrder(ecosystem)
  const constraints = parts.map((part): Constraint => {
    const trimmed = part.trim()
    const comparator = /^(?:>=|<=|!=|<|>|=)/.exec(trimmed)?.[0] ?? ''
    const version = decoded(trimmed.slice(comparator.length).trim())
    return { comparator: comparator || '=', text: versionKey(ecosystem, version), version: order(version) }
  })
  if (constraints.some((one) => one.text === '' || one.version === null)) return null
  return (version) => isWithin(constraints, versionKey(ecosystem, version), order(version))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The constraints are in the order of their versions, as the notation requires. */
function isWithin(constraints: readonly Constraint[], text: string, version: ReadVersion | null): boolean {
  const isEqual = (one: Constraint) =>
    one.text === text || (version !== null && one.version !== null && version.compare(one.version) === 0)
  const equal = constraints.find(isEqual)
  if (equal) return ['=', '>=', '<='].includes(equal.comparator)
  if (version === null) return false
  const bounds = constraints.filter(({ comparator }) => comparator !== '=' && comparator !== '!=')
  return bounds.some((one, at) => {
    const isAbove = one.version !== null && version.compare(one.version) > 0
    if (one.comparator.startsWith('<')) return !isAbove && isLower(bounds[at - 1], version)
    const next = bounds[at + 1]
    return isAbove && (next === undefined || !next.comparator.startsWith('<'))
  })
}

/** Whether a version is above the lower bound before an upper bound; true without one. */
function isLower(before: Constraint | undefined, version: ReadVersion): boolean {
  if (before === undefined || before.comparator.startsWith('<')) return true
  return before.version !== null && version.compare(before.version) > 0
}
