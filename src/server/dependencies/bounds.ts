import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import { getOrCreate } from '#lib/get-or-create.ts'
import { type ReadVersion, versionOrder } from '#server/base/versions/order.ts'
import { badRequest, type Fault, unprocessable } from '#server/http/errors.ts'

type PackageFilter = NonNullable<DependencyFilter['packageFilters']>[number]

interface Bound {
  text: string
  inclusive: boolean
}

/**
 * Whether a version, as parsed by its ecosystem's rules, is within the bounds of a package filter; null if version and
 * bounds are not comparable.
 */
export type VersionPredicate = (ecosystem: string, version: ReadVersion | null) => boolean | null

/**
 * Reads the bounds of a package filter. A bound is inclusive unless it begins with only `<` or `>`. A bound that is not
 * comparable decides nothing, so that a version outside the other one is outside.
 * @returns null if there are none, or if an exact version takes precedence.
 * @throws HttpError 400 for a bound without a version or with the wrong sign, 422 for a lower bound above the upper
 * one.
 * Source: docs/api.md#dependencies.
 */
export function boundsOf(filter: PackageFilter, pointer: string): VersionPredicate | null {
  if (filter.exactVersion) return null
  const faults: Fault[] = []
  const lower = readBound(filter.versionLowerBound, '>', `${pointer}/versionLowerBound`, faults)
  const upper = readBound(filter.versionUpperBound, '<', `${pointer}/versionUpperBound`, faults)
  if (faults.length > 0) throw badRequest(faults)
  if (!lower && !upper) return null
  if (lower && upper) assertVersionOrder(lower, upper, filter.ecosystem?.toLowerCase(), pointer)
  const versions = new Map<string, { lower: ReadVersion | null; upper: ReadVersion | null }>()
  const boundsIn = (ecosystem: string) =>
    getOrCreate(versions, ecosystem, () => {
      const order = versionOrder(ecosystem)
      return { lower: lower && order(lower.text), upper: upper && order(upper.text) }
    })
  return (ecosystem, version) => {
    if (version === null) return null
    const bounds = boundsIn(ecosystem)
    const isAbove = lower && bounds.lower && isWithinBound(version.compare(bounds.lower), lower)
    const isBelow = upper && bounds.upper && isWithinBound(-version.compare(bounds.upper), upper)
    if (isAbove === false || isBelow === false) return false
    return (lower && isAbove === null) || (upper && isBelow === null) ? null : true
  }
}

const isWithinBound = (side: number, { inclusive }: Bound) => side > 0 || (side === 0 && inclusive)

function readBound(
  text: string | undefined,
  sign: '<' | '>',
  pointer: string,
  faults: Fault[],
): Bound | null {
  if (!text?.trim()) return null
  const [, operator = '', version = ''] = /^\s*(<=|>=|<|>|==?)?\s*(.*?)\s*$/s.exec(text) ?? []
  if (version === '')
    faults.push({ pointer, detail: `${JSON.stringify(text.slice(0, 80))} does not contain a version` })
  const other = sign === '<' ? '>' : '<'
  if (operator.startsWith(other)) {
    faults.push({ pointer, detail: `begins with "${operator}", the operator of the other bound` })
  }
  return { text: version, inclusive: operator !== sign }
}

/** Two bounds that are not comparable are accepted, but no version matches them. */
function assertVersionOrder(lower: Bound, upper: Bound, ecosystem: string | undefined, pointer: string) {
  const order = versionOrder(ecosystem)
  const [least, most] = [order(lower.text), order(upper.text)]
  if (least && most && least.compare(most) > 0) {
    const detail = `The lower bound ${lower.text} is above the upper bound ${upper.text}.`
    throw unprocessable([{ pointer: `${pointer}/versionLowerBound`, detail }])
  }
}
