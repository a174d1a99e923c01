import { distributorOf } from '#server/base/purl.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { ReportedCode, ReportedFinding, ReportedFlowStep } from '#server/reports/report/report.ts'
import type { Candidate } from '../../matching/candidates.ts'
import type { SourceText, SourceTexts } from '../../matching/renamed-identifiers.ts'
import { advisoryIds, messageDigest, type StoredFinding } from './known-findings.ts'

const idsPerBatch = 500

/** Converts reported findings to candidates for matching. */
export function readCandidates(findings: readonly ReportedFinding[]): Candidate[] {
  const digests = new Map<string | null, string>()
  return findings.map((finding) => {
    const { location, evidence } = finding
    const message = evidence.message ?? digests.get(finding.message) ?? messageDigest(finding.message)
    if (evidence.message === undefined) digests.set(finding.message, message)
    return {
      rule: finding.rulePath,
      path: location?.filePath ?? '',
      line: location?.line ?? 0,
      column: location?.column ?? 0,
      resource: finding.kind === 'code' ? finding.resource : null,
      ...evidence,
      // A report that an earlier version stored has none of these.
      otherFingerprint: evidence.otherFingerprint ?? null,
      tokens: evidence.tokens ?? null,
      tokenCount: evidence.tokenCount ?? 0,
      message,
      dependency: dependencyOf(finding),
      secret: finding.kind === 'secret' ? { type: finding.secretType, value: finding.secretHash } : null,
    }
  })
}

function dependencyOf(finding: ReportedFinding): Candidate['dependency'] {
  if (finding.kind !== 'supplyChain') return null
  const { ecosystem, package: name, version, purl = null, distribution = null } = finding.foundDependency
  const { vulnerabilityIdentifier, advisoryIds: aliases, rulePath } = finding
  const advisories = advisoryIds(vulnerabilityIdentifier, aliases, rulePath)
  return { ecosystem, name, version, purl, distribution: distributorOf(purl, distribution), advisories }
}

/**
 * Reads the source text of stored and reported findings, by their positions in the two lists.
 * @param findingIds the positions of the stored ones to read.
 */
export async function sourceTexts(
  reader: Reader,
  deploymentId: number,
  stored: readonly StoredFinding[],
  reported: readonly ReportedFinding[],
  findingIds: readonly number[],
): Promise<SourceTexts> {
  const texts = new Map<number, SourceText>()
  const ids = findingIds.flatMap((index) => stored[index]?.id ?? [])
  for (let at = 0; at < ids.length; at += idsPerBatch) {
    const rows = await reader
      .selectFrom('finding_detail')
      .innerJoin('finding', (join) =>
        join
          .onRef('finding.deployment_id', '=', 'finding_detail.deployment_id')
          .onRef('finding.id', '=', 'finding_detail.finding_id'),
      )
      .select(['finding_id', 'code_json', 'data_flow_json', 'path', 'line', 'end_line'])
      .where('finding_detail.deployment_id', '=', deploymentId)
      .where('finding_id', 'in', ids.slice(at, at + idsPerBatch))
      .where('code_json', 'is not', null)
      .execute()
    for (const row of rows) {
      // parse: our own columns, written from `ReportedCode` and `ReportedFlowStep`.
      const code = parseStored<ReportedCode | null>(row.code_json ?? 'null')
      // parse: see above.
      const flow = parseStored<ReportedFlowStep[] | null>(row.data_flow_json ?? 'null')
      if (code) texts.set(row.finding_id, textOf(code, flow, { ...row, endLine: row.end_line }))
    }
  }
  return {
    known: (index) => texts.get(stored[index]?.id ?? 0) ?? null,
    reported: (index) => {
      const finding = reported[index]
      if (!finding || finding.kind === 'secret' || finding.code === null) return null
      const { code, dataFlow, location } = finding
      return textOf(code, dataFlow, { path: null, line: null, endLine: null, ...located(location) })
    },
  }
}

const located = (location: ReportedFinding['location']) =>
  location && { path: location.filePath, line: location.line, endLine: location.endLine }

/** The text of a finding: whole lines if they were reported, and those of its data flow in the same file. */
function textOf(
  { startLine, lines }: ReportedCode,
  flow: readonly ReportedFlowStep[] | null,
  { path, line, endLine }: { path: string | null; line: number | null; endLine: number | null },
): SourceText {
  const offset = (line ?? startLine) - startLine
  const matched = lines.slice(Math.max(offset, 0), (endLine ?? line ?? startLine) - startLine + 1)
  const steps = (flow ?? []).flatMap(({ location, code }): [number, string][] =>
    code !== null && location.filePath === path && location.line !== null ? [[location.line, code]] : [],
  )
  return {
    matched: (offset < 0 || matched.length === 0 ? lines : matched).join('\n'),
    first: line ?? startLine,
    last: endLine ?? line ?? startLine,
    lines: [...steps, ...lines.map((text, index): [number, string] => [startLine + index, text])],
  }
}
