/**
 * A finding as far as a later scan can recognize it: one that a scan reports, or one that is stored. Texts are hashes.
 * Source: docs/api.md#identity.
 */
export interface Candidate {
  /** The rule's id in its tool. */
  rule: string
  /** '' where it stands in no file. */
  path: string
  /** From 1; 0 where it is not known. */
  line: number
  column: number
  fingerprint: { scheme: string; value: string } | null
  code: string | null
  context: string | null
  flow: string | null
  /** '' where there is none. */
  message: string
  dependency: Dependency | null
  secret: Secret | null
}

export interface Dependency {
  ecosystem: string | null
  name: string
  version: string
  /** The ids under which the advisory's own entry says that it is known, the one that it is listed by first. */
  advisories: readonly string[]
}

export interface Secret {
  type: string
  /** Salted hash of the value; null where the scanner masked or did not send it. */
  value: string | null
}

/** A finding of the database. */
export interface KnownFinding extends Candidate {
  id: number
  flawId: number
  /** False where it was fixed or removed before. */
  open: boolean
  /** What people decided, for comparison; '' where nothing. */
  decision: string
  /** Whether nothing depends on which of two alike it is: it is not decided, and its flaw stands on no other ref. */
  isInterchangeable: boolean
}

/**
 * By what a reported finding was matched with a stored one, strongest first. `renamed` to `position` can be wrong: they
 * are named in the history and can be undone.
 */
export type Basis =
  | 'fingerprint'
  | 'code'
  | 'dependency'
  | 'secret'
  | 'renamed'
  | 'relocated'
  | 'fingerprint_changed'
  | 'similar_code'
  | 'position'

/** Why a reported finding may be a stored one, but is not taken for it. */
export type Doubt =
  /** Several identical matches, of which some were decided. */
  | 'identical'
  /** It moved, and nothing else in the file confirms by how much. */
  | 'unconfirmed'
  /** Its code changed too much. */
  | 'changed'
  /** The file may have been renamed or copied. */
  | 'copied'

/** Whether two fingerprints can be compared, and differ. */
export function fingerprintsDiffer(one: Candidate, other: Candidate): boolean {
  const [a, b] = [one.fingerprint, other.fingerprint]
  return a !== null && b !== null && a.scheme === b.scheme && a.value !== b.value
}

/** Whether nothing better than rule, path, message and line was sent for both. */
export function comparesByPositionOnly(one: Candidate, other: Candidate): boolean {
  const sameScheme = one.fingerprint !== null && one.fingerprint.scheme === other.fingerprint?.scheme
  return !sameScheme && (one.code === null || other.code === null)
}

/** By line, then column. */
export const compareByLocation = (one: Candidate, other: Candidate) =>
  one.line - other.line || one.column - other.column
