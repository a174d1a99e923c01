import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Candidate } from '../../matching/candidates.ts'
import type { SourceTexts } from '../../matching/similar-code.ts'
import type { ReportedCode, ReportedFinding } from '../../report/report.ts'
import { advisoryIds, messageDigest, type StoredFinding } from './known-findings.ts'

const idsPerBatch = 500

/** Converts reported findings to candidates for matching. */
export function readCandidates(findings: readonly ReportedFinding[]): Candidate[] {
  const digests = new Map<string | null, string>()
  return findings.map((finding) => {
    const message = digests.get(finding.message) ?? messageDigest(finding.message)
    digests.set(finding.message, message)
    const { location, evidence } = finding
    return {
      rule: finding.rulePath,
      path: location?.filePath ?? '',
      line: location?.line ?? 0,
      column: location?.column ?? 0,
      ...evidence,
      message,
      dependency: dependencyOf(finding),
      secret: finding.kind === 'secret' ? { type: finding.secretType, value: finding.secretHash } : null,
    }
  })
}

function dependencyOf(finding: ReportedFinding): Candidate['dependency'] {
  if (finding.kind !== 'supplyChain') return null
  const { ecosystem, package: name, version } = finding.foundDependency
  const { vulnerabilityIdentifier, advisoryIds: aliases, rulePath } = finding
  return { ecosystem, name, version, advisories: advisoryIds(vulnerabilityIdentifier, aliases, rulePath) }
}

/** Reads the matched source code of stored and reported findings, as whole lines if they were reported. */
export async function sourceTexts(
  reader: Reader,
  deploymentId: number,
  stored: readonly StoredFinding[],
  reported: readonly ReportedFinding[],
  findingIds: readonly number[],
): Promise<SourceTexts> {
  const texts = new Map<number, string>()
  const ids = findingIds.flatMap((index) => stored[index]?.id ?? [])
  for (let at = 0; at < ids.length; at += idsPerBatch) {
    const rows = await reader
      .selectFrom('finding_detail')
      .innerJoin('finding', (join) =>
        join
          .onRef('finding.deployment_id', '=', 'finding_detail.deployment_id')
          .onRef('finding.id', '=', 'finding_detail.finding_id'),
      )
      .select(['finding_id', 'code_json', 'line', 'end_line'])
      .where('finding_detail.deployment_id', '=', deploymentId)
      .where('finding_id', 'in', ids.slice(at, at + idsPerBatch))
      .where('code_json', 'is not', null)
      .execute()
    for (const row of rows) {
      // parse: our own column, written from `ReportedCode`.
      const code = parseStored<ReportedCode | null>(row.code_json ?? 'null')
      if (code) texts.set(row.finding_id, linesOf(code, row.line, row.end_line))
    }
  }
  return {
    known: (index) => texts.get(stored[index]?.id ?? 0) ?? null,
    reported: (index) => {
      const finding = reported[index]
      if (!finding || finding.kind === 'secret' || finding.code === null) return null
      return linesOf(finding.code, finding.location?.line ?? null, finding.location?.endLine ?? null)
    },
  }
}

function linesOf({ startLine, lines }: ReportedCode, line: number | null, endLine: number | null): string {
  const first = (line ?? startLine) - startLine
  const matched = lines.slice(Math.max(first, 0), (endLine ?? line ?? startLine) - startLine + 1)
  return (first < 0 || matched.length === 0 ? lines : matched).join('\n')
}
