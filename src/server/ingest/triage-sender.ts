import type { ScanReport, TriageSender } from './report.ts'

/**
 * Writes into a report who sent it, where that person may triage: only then the triage in it counts, whoever applies
 * the report later. Source: docs/api.md#scans.
 */
export function nameTriageSender(report: ScanReport, sender: TriageSender): void {
  for (const { findings } of report.runs)
    for (const { given } of findings) if (given !== null) given.sentBy = sender
}
