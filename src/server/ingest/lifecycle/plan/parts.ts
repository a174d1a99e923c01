import type { Candidate } from '../../matching/candidates.ts'
import type { Coverage } from '../../report/report.ts'
import type { StoredFinding } from './known-findings.ts'

// Some tools write reports of one format about parts of what they scan: frameworks, images and files. A scan of one part
// says nothing of the others. Source: docs/formats.md#parts.

/** Whether a finding belongs to a part that the run did not look at. */
export const isOutside = ({ part }: StoredFinding, { parts }: Coverage): boolean =>
  parts !== undefined && part !== null && !parts.includes(part)

/** The findings of the parts that the run looked at, or may have looked at. */
export const inParts = (stored: readonly StoredFinding[], coverage: Coverage): readonly StoredFinding[] =>
  stored.filter((one) => !isOutside(one, coverage))

/**
 * Findings whose part is unknown, since an earlier version or another format stored them, and that may belong to another
 * part than the run looked at: it has recognized none of their kind.
 */
export function maybeOutside(
  stored: readonly StoredFinding[],
  { parts }: Coverage,
  isRecognized: (index: number) => boolean,
): ReadonlySet<Candidate> {
  if (parts === undefined) return new Set()
  const unknown = stored.flatMap((one, index) => (one.part === null ? [{ one, index }] : []))
  const recognized = new Set(unknown.flatMap(({ one, index }) => (isRecognized(index) ? [kindOf(one)] : [])))
  return new Set(unknown.flatMap(({ one }) => (recognized.has(kindOf(one)) ? [] : [one])))
}

function kindOf({ dependency, secret }: Candidate): 'code' | 'dependency' | 'secret' {
  if (dependency !== null) return 'dependency'
  return secret === null ? 'code' : 'secret'
}
