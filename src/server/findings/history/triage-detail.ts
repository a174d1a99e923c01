import type { FindingType, IgnoreEnd } from '#contract/vocabulary.ts'
import { findingTypes, fromCode, type triageReasons, type triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textOfFinding } from '#server/db/rule-texts.ts'

type TriageState = (typeof triageStates)[number]

/** A finding as named in the audit log, with its names at the time of triage, which outlive the finding. */
export interface FindingReference {
  id: number
  /** The scanner's short name of the rule; null where it has none. */
  title: string | null
  rule: string
  project: string
  /** Package and version of a supply-chain finding. */
  package: string | null
}

/** The detail of an audit event about triage. */
export interface TriageAuditDetail {
  issue_type: FindingType | null
  /** The number of findings, counted per branch. */
  count: number
  /** The number of flaws, each counted once regardless of its branches. */
  flaws: number
  /** The first of them. */
  finding: FindingReference | null
  /** The state before; null if it was not the same for all. */
  from: TriageState | null
  /** The state after; null if it was not the same for all, or if only the note changed. */
  to: TriageState | null
  reason: (typeof triageReasons)[number] | null
  /** Until when the findings are ignored, ISO 8601; missing without an end. */
  ignored_until?: string
  /** What else ends it, or ended it; missing for nothing. */
  ignore_ends?: IgnoreEnd
  note: string | null
  /** Who owns the findings since, null for nobody; missing if the owner was left. */
  owner?: string | null
}

/** The value that all have in common; null if they differ. */
export function sharedValue<T>(values: readonly T[]): T | null {
  const [first] = values
  return first !== undefined && values.every((value) => value === first) ? first : null
}

/** Reads the names of a finding, in one statement; null if it does not exist. */
export async function describeFinding(
  reader: Reader,
  deploymentId: number,
  id: number | undefined,
): Promise<FindingReference | null> {
  if (id === undefined) return null
  const row = await reader
    .selectFrom('finding')
    .innerJoin('rule', (join) =>
      join.onRef('rule.deployment_id', '=', 'finding.deployment_id').onRef('rule.id', '=', 'finding.rule_id'),
    )
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'finding.deployment_id')
        .onRef('project.id', '=', 'finding.project_id'),
    )
    .select([
      'finding.id',
      'rule.path as rule',
      'project.name as project',
      textOfFinding('title').as('title'),
    ])
    .select(['finding.package', 'finding.package_version'])
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { package: name, package_version: version, ...named } = row
  return { ...named, package: packageLabel(name, version) }
}

/** The detail of an audit event about one finding, in the form of triage; its names outlive it. */
export async function findingDetail(
  reader: Reader,
  deploymentId: number,
  id: number,
): Promise<Pick<TriageAuditDetail, 'issue_type' | 'finding'>> {
  const row = await reader
    .selectFrom('finding')
    .select('type')
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return {
    issue_type: row ? fromCode(findingTypes, row.type) : null,
    finding: await describeFinding(reader, deploymentId, id),
  }
}

/** A package with its version: `lodash 4.17.20`. */
export function packageLabel(
  name: string | null | undefined,
  version: string | null | undefined,
): string | null {
  return name ? [name, version].filter(Boolean).join(' ') : null
}
