/**
 * The data of a reported or stored finding that is used to recognize it in a later scan. Texts are hashes.
 * Source: docs/api.md#identity.
 */
export interface Candidate {
  /** The rule's id in its tool. */
  rule: string
  /** Of a reported finding: other ids of the rule, under which people may have excluded it from flaws. */
  formerRules?: readonly string[]
  /** '' without a file. */
  path: string
  /** From 1; 0 if unknown. */
  line: number
  column: number
  /** The resource of infrastructure code; null if unknown, which may be any. */
  resource: string | null
  fingerprint: { scheme: string; value: string } | null
  /** A fingerprint under a name that is not known to be stable. */
  otherFingerprint: { scheme: string; value: string } | null
  code: string | null
  /** Equal for code that differs in its formatting only. */
  tokens: string | null
  /** How many tokens the reported code has; 0 without code, and for a stored finding. */
  tokenCount: number
  context: string | null
  flow: string | null
  /** '' without a message. */
  message: string
  dependency: Dependency | null
  secret: Secret | null
}

export interface Dependency {
  ecosystem: string | null
  name: string
  version: string
  /** The package URL as the scan gave it; null if it gave none. */
  purl: string | null
  /** The distribution by the namespace of its packages: `debian`; null if it is none, or unknown. */
  distribution: string | null
  /** The ids of the advisory according to its own entry, starting with the one that it is listed by. */
  advisories: readonly string[]
}

export interface Secret {
  type: string
  /** Salted hash of the value; null if the scanner masked it or did not report it. */
  value: string | null
}

/** A stored finding. */
export interface KnownFinding extends Candidate {
  id: number
  flawId: number
  refId: number
  /** Whether its ref is one that others are made from: the primary branch, a former one or a protected ref. */
  isOfReference: boolean
  /** The scan that found it first on its ref. */
  firstSeenScanId: number
  /** False if it is fixed or removed. */
  open: boolean
  /** Whether another finding that stands may be this one, as far as offers say: one with equal content, or any; null if none. */
  offeredTo: 'equal' | 'other' | null
  /** What people did to it, for comparison: a decision, a note, an owner, a ticket or comments; '' for nothing. */
  decision: string
  /** Whether it can be exchanged with an identical finding: nobody did anything to it, and its flaw is on no other ref. */
  isInterchangeable: boolean
  /** Whether another one is equal to it, and a scan reports both as one. */
  isRepeated?: boolean
}

/**
 * The basis of a match between a reported and a stored finding, strongest first. `renamed` to `position` may be wrong:
 * these matches are recorded in the history and can be undone. With `changed_code` a finding stays the same row, but
 * its code does something else, so that a decision that hides it ends.
 */
export type Basis =
  | 'fingerprint'
  | 'resource'
  | 'code'
  | 'dependency'
  | 'secret'
  | 'renamed'
  | 'relocated'
  | 'fingerprint_changed'
  | 'similar_code'
  | 'changed_code'
  | 'position'

/** Why a reported finding may be a stored one, but is not matched with it. */
export type Doubt =
  /** Several identical matches, of which some were triaged. */
  | 'identical'
  /** It moved, and nothing else in the file confirms the distance. */
  | 'unconfirmed'
  /** Its code changed a little, so that it does something else. */
  | 'similar'
  /** Its code changed too much. */
  | 'changed'
  /** The file may have been renamed or copied. */
  | 'copied'
  /** It is about another resource of infrastructure code. */
  | 'resource'
  /** Its rule may have been renamed. */
  | 'renamed_rule'
  /** It is in another version of the package. */
  | 'version'

/** Whether both are about resources, and these differ. */
export const resourcesDiffer = (one: Candidate, other: Candidate): boolean =>
  one.resource !== null && other.resource !== null && one.resource !== other.resource

/** Whether two fingerprints are comparable, and differ. */
export function fingerprintsDiffer(one: Candidate, other: Candidate): boolean {
  const [a, b] = [one.fingerprint, other.fingerprint]
  return a !== null && b !== null && a.scheme === b.scheme && a.value !== b.value
}

/** Whether nothing better than rule, path, message and line was reported for both. */
export function comparesByPositionOnly(one: Candidate, other: Candidate): boolean {
  const sameScheme = one.fingerprint !== null && one.fingerprint.scheme === other.fingerprint?.scheme
  return !sameScheme && (one.code === null || other.code === null)
}

/** Compares by line, then column. */
export const compareByLocation = (one: Candidate, other: Candidate) =>
  one.line - other.line || one.column - other.column
