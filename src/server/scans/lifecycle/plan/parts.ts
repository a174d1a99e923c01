import type { Coverage, ReportedProduct } from '#server/reports/report/report.ts'
import type { Candidate } from '../../matching/candidates.ts'
import type { StoredFinding } from './known-findings.ts'

// Some tools write reports of one format about parts of what they scan: frameworks, images and files. A scan of one part
// says nothing of the others. Source: docs/formats.md#parts.

/** Whether a finding belongs to a part that the run did not look at. */
export function isOutside(one: StoredFinding, coverage: Coverage): boolean {
  const part = partOf(one, coverage)
  return coverage.parts !== undefined && part !== null && !coverage.parts.includes(part)
}

/** The part of a finding, which an earlier version or another format may not have said. */
const partOf = (one: StoredFinding, coverage: Coverage): string | null =>
  one.part ?? coverage.partOf?.[productOf(one)] ?? null

/** The findings of the parts that the run looked at, or may have looked at. */
export const inParts = (stored: readonly StoredFinding[], coverage: Coverage): readonly StoredFinding[] =>
  stored.filter((one) => !isOutside(one, coverage))

/**
 * Findings whose part is unknown, and that may belong to another one than the run looked at: it has recognized none of
 * their product.
 */
export function maybeOutside(
  stored: readonly StoredFinding[],
  coverage: Coverage,
  isRecognized: (index: number) => boolean,
): ReadonlySet<Candidate> {
  if (coverage.parts === undefined) return new Set()
  const unknown = stored.flatMap((one, index) => (partOf(one, coverage) === null ? [{ one, index }] : []))
  const recognized = new Set(
    unknown.flatMap(({ one, index }) => (isRecognized(index) ? [productOf(one)] : [])),
  )
  return new Set(unknown.flatMap(({ one }) => (recognized.has(productOf(one)) ? [] : [one])))
}

function productOf({ dependency, secret }: Candidate): ReportedProduct {
  if (dependency !== null) return 'supplyChain'
  return secret === null ? 'code' : 'secret'
}
