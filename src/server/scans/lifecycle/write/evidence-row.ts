import type { Selectable } from 'kysely'
import { isDistributed } from '#contract/ecosystems.ts'
import type { Row } from '#server/db/engine.ts'
import type { FindingEvidenceTable } from '#server/db/identity-tables.ts'
import type { ReportedFinding, ReportedSupplyChainFinding } from '#server/reports/report/report.ts'
import { differences } from '../differences.ts'
import { advisoryIds, messageDigest } from '../plan/known-findings.ts'

/** The stored evidence columns of a finding, all null if it has none. */
export type EvidenceRow = {
  [Column in keyof Omit<Selectable<FindingEvidenceTable>, 'deployment_id' | 'finding_id'>]: string | null
}

/** The maximum number of ids of an advisory. */
const maxAliases = 20

/**
 * The evidence of a reported finding as stored.
 * @param known the stored finding that it is. Of the ids of its advisory the first one stays the first, so that two
 * advisories with a common id are not confused; its part stays if the report does not say one.
 */
export function evidenceRow(
  findingId: number,
  finding: ReportedFinding,
  known?: { dependency: { advisories: readonly string[] } | null; part: string | null },
): Row {
  // A report that an earlier version stored has neither other fingerprint nor tokens.
  const { fingerprint, otherFingerprint, code, tokens, context, flow, message } = finding.evidence
  const aliases =
    finding.kind === 'supplyChain' ? aliasesOf(finding, known?.dependency?.advisories ?? []) : []
  return {
    finding_id: findingId,
    scheme: fingerprint?.scheme ?? null,
    fingerprint: fingerprint?.value ?? null,
    other_scheme: otherFingerprint?.scheme ?? null,
    other_fingerprint: otherFingerprint?.value ?? null,
    code,
    tokens: tokens ?? null,
    context,
    flow,
    message: message ?? messageDigest(finding.message),
    aliases_json: aliases.length === 0 ? null : JSON.stringify(aliases),
    ...artifactOf(finding),
    part: finding.part ?? known?.part ?? null,
  }
}

function artifactOf(finding: ReportedFinding): { purl: string | null; distribution: string | null } {
  if (finding.kind !== 'supplyChain') return { purl: null, distribution: null }
  // A report that an earlier version stored has neither.
  const { ecosystem, purl = null, distribution = null } = finding.foundDependency
  const unknown = isDistributed(ecosystem ?? '') ? '' : null
  return { purl, distribution: purl === null ? (distribution ?? unknown) : null }
}

function aliasesOf(finding: ReportedSupplyChainFinding, knownIds: readonly string[]): string[] {
  const { vulnerabilityIdentifier, advisoryIds: aliases, rulePath } = finding
  return [...new Set([...knownIds, ...advisoryIds(vulnerabilityIdentifier, aliases, rulePath)])].slice(
    0,
    maxAliases,
  )
}

/** Whether evidence differs from that which is stored. */
export function isOtherEvidence(stored: EvidenceRow, { finding_id: _, ...evidence }: Row): boolean {
  return Object.keys(differences(stored, evidence)).length > 0
}
