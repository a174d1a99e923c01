import type { ScanReport, TriageSender } from './report.ts'

/**
 * Writes into a report who sent it, where that person may triage: only then the triage in it counts, whoever applies
 * the report later. Source: docs/api.md#scans.
 */
export function setTriageSender(report: ScanReport, sender: TriageSender): void {
  for (const { findings } of report.runs)
    for (const { given: input } of findings) if (input !== null) input.sentBy = sender
}
