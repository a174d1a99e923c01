import { expect } from 'vitest'
import { ReadFault } from '../input/fault.ts'
import { ReadBudget } from '../input/read-budget.ts'
import { readScanFile } from '../input/read-scan-file.ts'
import type { ReportedFinding, ReportedRun, ReportFormat, ScanReport } from '../report/report.ts'
import { inPieces } from './read.ts'

/**
 * A report, or null for a refusal with its place: never anything else. The file is read in one piece and without limits
 * of time, since thousands of small files are read.
 */
export async function reportOf(
  input: unknown,
  format: ReportFormat | null = null,
): Promise<ScanReport | null> {
  const bytes = Buffer.from(typeof input === 'string' ? input : JSON.stringify(input))
  try {
    return await readScanFile(
      inPieces(bytes, 65_536),
      { salt: 'salt of the tests', format },
      new ReadBudget(() => 0),
    )
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error
    if (!(error.line > 0)) expect(error.line).toBeGreaterThan(0)
    return null
  }
}

/** What holds of every report, whatever the file. `expect` is called only for faults: a call takes as long as a file. */
export function expectSound(report: ScanReport): void {
  const findings = report.runs.flatMap((run) => run.findings)
  const faults = [
    ...(findings.length <= report.read ? [] : [`${findings.length} findings of ${report.read} results`]),
    ...report.runs.flatMap(faultsOfRun),
  ]
  if (faults.length > 0) expect(faults).toEqual([])
}

function faultsOfRun(run: ReportedRun): string[] {
  const ids = run.findings.map((finding) => finding.matchBasedId)
  return [
    ...(run.failure === null || run.failure.length < 1_500 ? [] : ['a failure is too long']),
    ...(run.errors.length <= 100 ? [] : ['there are more than 100 errors']),
    ...run.coverage.failedParts.flatMap(({ path, lines }) => [
      ...(path === '' ? ['a part that failed has no path'] : []),
      ...(lines === null || lines.first <= lines.last ? [] : [`lines ${lines.first} to ${lines.last}`]),
    ]),
    ...(new Set(ids).size === ids.length ? [] : ['two findings have one id']),
    ...run.findings.flatMap(faultsOfPackage),
  ]
}

function faultsOfPackage(finding: ReportedFinding): string[] {
  if (finding.kind !== 'supplyChain') return []
  const scores = finding.cvss.flatMap(({ score }) => (score === null ? [] : [score]))
  return [
    ...(finding.foundDependency.package === '' ? ['a package has no name'] : []),
    ...scores.flatMap((score) => (score >= 0 && score <= 10 ? [] : [`a CVSS score of ${score}`])),
    ...(finding.epss && !(finding.epss.score <= 1) ? [`an EPSS score of ${finding.epss.score}`] : []),
  ]
}
