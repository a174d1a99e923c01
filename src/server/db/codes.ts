import * as contract from '#contract/vocabulary.ts'

/**
 * The stored form of enumerations: the position in these lists, a small integer. Lists are only ever extended at the
 * end, so that a stored number keeps its meaning. Severities and confidences are in ascending order, so that sorting by
 * the number sorts by the meaning. Lists that the contract has in the stored order are imported from it;
 * `codes.test.ts` verifies that order, which must not change.
 */
export const findingTypes = contract.findingTypes
export const states = contract.findingStates
export const triageStates = contract.triageStates
export const ignoreEnds = contract.ignoreEnds
export const verdicts = contract.verdicts
export const reachabilities = contract.exposures
export const transitivities = contract.transitivities
export const policyModes = contract.policyModes
/** What a policy applies to: all projects unless somebody chose, all by choice, or the ones that it names. */
export const policyScopes = ['unchosen', 'all', 'some'] as const
export const scanStatuses = contract.scanStatuses
export const severities = ['low', 'medium', 'high', 'critical'] as const
export const confidences = ['low', 'medium', 'high'] as const
export const triageReasons = [
  'acceptable_risk',
  'false_positive',
  'no_time',
  'no_triage_reason',
  'revoked',
] as const
export const statuses = ['open', 'fixed', 'ignored', 'reviewing', 'fixing'] as const
export const componentRisks = ['low', 'neutral', 'high'] as const
export const validationStates = [
  'CONFIRMED_VALID',
  'CONFIRMED_INVALID',
  'VALIDATION_ERROR',
  'NO_VALIDATOR',
] as const
/** What sets the owner of a finding, the strongest first. */
export const ownerSources = ['manual', 'codeowners', 'tag', 'rule'] as const
export const productTypes = contract.productTypes
export const scanKinds = ['full', 'diff'] as const
/** What became of a request to ignore findings. */
export const approvalStates = ['requested', 'approved', 'declined'] as const

/** Bits of `finding.fix_pr_states`: the states of the finding's fix pull requests. */
export const fixPullRequestBits = { open: 1, merged: 2, closed: 4 } as const

/**
 * Returns the stored number of a value.
 * @throws RangeError if the value is not in the list; callers validate input before.
 */
export function toCode<const T extends string>(list: readonly T[], value: T): number {
  const index = list.indexOf(value)
  if (index < 0) throw new RangeError(`"${value}" is none of ${list.join(', ')}`)
  return index
}

/**
 * Returns the value of a stored number, or null for null.
 * @throws RangeError if the number has no value, which happens only in a database of another version.
 */
export function fromCode<T extends string>(list: readonly T[], stored: number): T
export function fromCode<T extends string>(list: readonly T[], stored: number | null): T | null
export function fromCode<T extends string>(list: readonly T[], stored: number | null): T | null {
  if (stored === null) return null
  const value = list[stored]
  if (value === undefined) throw new RangeError(`${stored} is no position of ${list.join(', ')}`)
  return value
}
