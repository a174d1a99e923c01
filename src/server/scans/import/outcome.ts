import type { IngestReport, ScanCoverage, ScanError, ScanHold } from '#contract/responses/scans.ts'
import { parseStored } from '#server/db/stored-json.ts'

/** The coverage of a scan and why it failed or is held, for responses; null or empty if not provided. */
export interface ScanOutcome {
  coverage: ScanCoverage | null
  failure: string | null
  errors: ScanError[]
  hold: ScanHold | null
}

/** Reads the stored outcome of a scan. */
export function outcomeOf(
  row: Record<'coverage_json' | 'errors_json' | 'hold_json', string | null>,
): ScanOutcome {
  // parse: our own columns, written by the import.
  const coverage = parseStored<ScanCoverage | null>(row.coverage_json ?? 'null')
  // parse: see above.
  const storedOutcome = parseStored<Pick<ScanOutcome, 'failure' | 'errors'> | null>(row.errors_json ?? 'null')
  // parse: see above.
  const hold = parseStored<ScanHold | null>(row.hold_json ?? 'null')
  return { coverage, failure: storedOutcome?.failure ?? null, errors: storedOutcome?.errors ?? [], hold }
}

const emptyReport: IngestReport = {
  read: 0,
  new: 0,
  new_in_project: 0,
  fixed: 0,
  removed: 0,
  unchanged: 0,
  reopened: 0,
  moved: 0,
  uncertain: 0,
  left_out: [],
}

/** Reads the report of a scan. Counts that did not exist when the scan was stored are 0. */
export function reportOf(row: Record<'report_json', string | null>): IngestReport | null {
  if (row.report_json === null) return null
  // parse: our own column, written by the import.
  const report = parseStored<Partial<IngestReport>>(row.report_json)
  return { ...emptyReport, new_in_project: report.new ?? 0, ...report }
}
