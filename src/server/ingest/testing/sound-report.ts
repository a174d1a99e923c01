import { expect } from 'vitest'
import { ReadFault } from '../input/fault.ts'
import type { ReportFormat, ScanReport } from '../report/report.ts'
import { read } from './read.ts'

/** A report, or a refusal with its place: never anything else. */
export async function reportOf(
  input: unknown,
  format: ReportFormat | null = null,
): Promise<ScanReport | null> {
  try {
    return await read(input, { format })
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error
    expect(error.line).toBeGreaterThan(0)
    return null
  }
}

/** What holds of every report, whatever the file. */
export function expectSound(report: ScanReport): void {
  expect(report.runs.flatMap((run) => run.findings).length).toBeLessThanOrEqual(report.read)
  for (const run of report.runs) {
    expect(run.failure === null || run.failure.length < 1_500).toBe(true)
    expect(run.errors.length).toBeLessThanOrEqual(100)
    for (const { path, lines } of run.coverage.failedParts) {
      expect(path).not.toBe('')
      if (lines !== null) expect(lines.first).toBeLessThanOrEqual(lines.last)
    }
    const ids = run.findings.map((finding) => finding.matchBasedId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const finding of run.findings) {
      if (finding.kind !== 'supplyChain') continue
      expect(finding.foundDependency.package).not.toBe('')
      for (const { score } of finding.cvss) expect(score === null || (score >= 0 && score <= 10)).toBe(true)
      if (finding.epss) expect(finding.epss.score).toBeLessThanOrEqual(1)
    }
  }
}
