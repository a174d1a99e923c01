import type { ScanReport, TriageSender } from './report.ts'

/**
 * Stores the sender in a report, if that person may triage: only then is the triage in it applied, regardless of who
 * applies the report later. Source: docs/api.md#scans.
 */
export function setTriageSender(report: ScanReport, sender: TriageSender): void {
  for (const { findings } of report.runs)
    for (const { given: input } of findings) if (input !== null) input.sentBy = sender
}
