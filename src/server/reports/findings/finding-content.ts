import type { Insertable } from 'kysely'
import {
  componentRisks,
  confidences,
  findingTypes,
  fixPullRequestBits,
  reachabilities,
  severities,
  toCode,
  transitivities,
  validationStates,
  verdicts,
} from '#server/db/codes.ts'
import type { FindingTable } from '#server/db/tables.ts'
import type { ReportedCodeFinding, ReportedFinding, ReportedSupplyChainFinding } from '../report/report.ts'
import { upgradesOf } from '../values/fix-versions.ts'
import { documentOf } from './finding-document.ts'

type FindingRow = Required<Insertable<FindingTable>>

/** The columns that only scans write; a later scan with other values changes them. */
export const contentColumns = [
  'type',
  'rule_id',
  'category_set_id',
  'match_based_id',
  'syntactic_id',
  'severity',
  'confidence',
  'path',
  'resource',
  'line',
  'column',
  'end_line',
  'end_column',
  'verdict',
  'component_tag',
  'component_risk',
  'reachability',
  'transitivity',
  'is_malicious',
  'advisory',
  'package',
  'package_version',
  'ecosystem',
  'epss_score',
  'epss_percentile',
  'fix_available',
  'fix_pr_states',
  'secret_type',
  'validation_state',
  'secret_hash',
  'message_id',
  'document_json',
] as const satisfies (keyof FindingTable)[]
export type FindingContent = Pick<FindingRow, (typeof contentColumns)[number]>

export type FindingDetailContent = {
  code_json: string | null
  data_flow_json: string | null
  fix_json: string | null
  references_json: string | null
}

/** The type of a finding by the kind of its report. */
export const typeOf = { code: 'sast', supplyChain: 'sca', secret: 'secrets' } as const

/** The ids of the rows that a finding refers to; null without categories, or without a separately stored message. */
export interface ContentIds {
  rule: number
  categorySet: number | null
  message: number | null
}

/** The columns of a finding as the scan reports it. */
export function contentOf(finding: ReportedFinding, ids: ContentIds): FindingContent {
  const { location } = finding
  return {
    type: toCode(findingTypes, typeOf[finding.kind]),
    rule_id: ids.rule,
    category_set_id: ids.categorySet,
    match_based_id: finding.matchBasedId,
    syntactic_id: finding.syntacticId,
    severity: toCode(severities, finding.severity),
    confidence: finding.confidence === null ? null : toCode(confidences, finding.confidence),
    path: location?.filePath ?? null,
    resource: finding.kind === 'code' ? finding.resource : null,
    line: location?.line ?? null,
    column: location?.column ?? null,
    end_line: location?.endLine ?? null,
    end_column: location?.endColumn ?? null,
    ...(finding.kind === 'code' ? assistantColumns(finding) : emptyAssistantColumns),
    ...(finding.kind === 'supplyChain' ? dependencyColumns(finding) : emptyDependencyColumns),
    fix_available: Number(hasFix(finding)),
    fix_pr_states: finding.kind === 'secret' ? 0 : pullRequestBits(finding),
    secret_type: finding.kind === 'secret' ? finding.secretType : null,
    validation_state: finding.kind === 'secret' ? toCode(validationStates, finding.validationState) : null,
    secret_hash: finding.kind === 'secret' ? finding.secretHash : null,
    message_id: ids.message,
    document_json: JSON.stringify(documentOf(ids.message === null ? finding : { ...finding, message: null })),
  }
}

/**
 * The time at which the validity of a secret was checked, which is the time of the scan that reports it. Null if
 * secrets of its kind are not validated.
 * @param at of the scan, milliseconds since 1970.
 */
export function validatedAt(finding: ReportedFinding, at: number): number | null {
  return finding.kind === 'secret' && finding.validationState !== 'NO_VALIDATOR' ? at : null
}

/** The additional content of the finding's own page. */
export function detailOf(finding: ReportedFinding): FindingDetailContent {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    code_json: json(finding.code),
    data_flow_json: json(finding.dataFlow),
    fix_json: json(finding.fix),
    references_json: finding.references.length > 0 ? json(finding.references) : null,
  }
}

const emptyAssistantColumns = { verdict: null, component_tag: null, component_risk: null }

function assistantColumns({ assistant }: ReportedCodeFinding) {
  return {
    verdict: codeOf(verdicts, assistant?.autotriage?.verdict),
    component_tag: assistant?.component?.tag ?? null,
    component_risk: codeOf(componentRisks, assistant?.component?.risk),
  }
}

const emptyDependencyColumns = {
  reachability: null,
  transitivity: null,
  is_malicious: null,
  advisory: null,
  package: null,
  package_version: null,
  ecosystem: null,
  epss_score: null,
  epss_percentile: null,
}

function dependencyColumns(finding: ReportedSupplyChainFinding) {
  const { foundDependency, isMalicious, epss } = finding
  return {
    reachability: toCode(reachabilities, finding.reachability),
    transitivity: toCode(transitivities, foundDependency.transitivity),
    is_malicious: isMalicious === null ? null : Number(isMalicious),
    advisory: finding.vulnerabilityIdentifier,
    package: foundDependency.package,
    package_version: foundDependency.version,
    ecosystem: foundDependency.ecosystem,
    epss_score: epss?.score ?? null,
    epss_percentile: epss?.percentile ?? null,
  }
}

function hasFix(finding: ReportedFinding): boolean {
  if (finding.fix !== null) return true
  if (finding.kind === 'secret') return false
  return finding.kind === 'code'
    ? (finding.assistant?.autofix?.fixCode ?? null) !== null
    : upgradesOf(finding.foundDependency, finding.fixRecommendations).length > 0
}

function pullRequestBits({ clickToFixPrs }: ReportedCodeFinding | ReportedSupplyChainFinding): number {
  let bits = 0
  for (const { state } of clickToFixPrs) {
    if (state === 'open' || state === 'merged' || state === 'closed') bits |= fixPullRequestBits[state]
  }
  return bits
}

function codeOf(list: readonly string[], value: string | null | undefined): number | null {
  const index = value ? list.indexOf(value.toLowerCase()) : -1
  return index < 0 ? null : index
}
