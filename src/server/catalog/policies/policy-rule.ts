import type { Selectable } from 'kysely'
import type { PolicyRule } from '#contract/responses/policies.ts'
import { confidences, fromCode, policyModes, severities } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { PolicyRuleTable, RuleTable } from '#server/db/policy-tables.ts'
import type { FixedTexts } from '#server/db/rule-texts.ts'
import { parseStored } from '#server/db/stored-json.ts'

type Membership = Pick<
  Selectable<PolicyRuleTable>,
  'policy_id' | 'mode' | 'last_change_at' | 'last_change_by' | 'version'
>
/** A rule with its membership in one policy. */
export type PolicyRuleRow = RuleRow & Membership
/** A rule without its message, which is long and shown only on the rule's own page. */
export type RuleRow = Omit<
  Selectable<RuleTable>,
  'message' | 'help' | 'deployment_id' | 'created_at' | 'subcategories_json' | 'tool_rule'
>

/** The columns of `RuleRow`. */
export const ruleColumns = [
  'rule.id',
  'rule.path',
  'rule.tool',
  'rule.title',
  'rule.category',
  'rule.severity',
  'rule.confidence',
  'rule.source',
  'rule.url',
  'rule.registry_maintainer',
  'rule.secret_type',
  'rule.has_validators',
  'rule.cwe_json',
  'rule.owasp_json',
  'rule.vulnerability_classes_json',
  'rule.languages_json',
  'rule.technologies_json',
  'rule.rulesets_json',
  'rule.provisional',
  'rule.fixed_json',
] as const

/** A query of rules with their policy membership, for the caller to narrow. */
export function policyRules(
  reader: Reader,
  { id: policyId, deployment_id: deploymentId }: { id: number; deployment_id: number },
) {
  return reader
    .selectFrom('policy_rule')
    .innerJoin('rule', (join) =>
      join
        .onRef('rule.deployment_id', '=', 'policy_rule.deployment_id')
        .onRef('rule.id', '=', 'policy_rule.rule_id'),
    )
    .select(ruleColumns)
    .select([
      'policy_rule.policy_id',
      'policy_rule.mode',
      'policy_rule.last_change_at',
      'policy_rule.last_change_by',
      'policy_rule.version',
    ])
    .where('policy_rule.deployment_id', '=', deploymentId)
    .where('policy_rule.policy_id', '=', policyId)
}

/**
 * A rule of a policy as a response object. `etag` is used in `If-Match` unchanged, including its quotes.
 * Source: docs/api.md#policies-and-rules.
 */
export function toPolicyRule(row: PolicyRuleRow): PolicyRule {
  const { id, path, tool, category, confidence, severity, source, ...facts } = ruleFacts(row)
  return {
    id,
    path,
    tool,
    category,
    confidence,
    severity,
    source,
    policyMode: fromCode(policyModes, row.mode),
    ...facts,
    lastChangeAt: row.last_change_at === null ? null : new Date(row.last_change_at).toISOString(),
    lastChangeBy: row.last_change_by,
    etag: entityTag(row),
  }
}

/** What an administrator set in place of a rule's text; null if nothing. */
export const readFixed = (json: string | null) =>
  // parse: our own column, written by `fixRuleText`.
  json === null ? null : parseStored<FixedTexts>(json)

/** A rule with what an administrator set in place of its text. */
export const withFixedText = <T extends { fixed_json: string | null }>(row: T): T =>
  row.fixed_json === null ? row : { ...row, ...readFixed(row.fixed_json)?.texts }

/** The fields of a rule that are the same in every policy. */
export function ruleFacts(stored: RuleRow) {
  const row = withFixedText(stored)
  return {
    id: String(row.id),
    path: row.path,
    tool: row.tool,
    category: row.category,
    confidence:
      row.confidence === null ? null : `CONFIDENCE_${fromCode(confidences, row.confidence).toUpperCase()}`,
    severity: row.severity === null ? null : `SEVERITY_${fromCode(severities, row.severity).toUpperCase()}`,
    source: row.source,
    cweCategories: parseList(row.cwe_json),
    owaspCategories: parseList(row.owasp_json),
    languages: parseList(row.languages_json),
    technologies: parseList(row.technologies_json),
    hasValidators: row.has_validators === 1,
    registryMaintainer: row.registry_maintainer,
    rulesets: parseList(row.rulesets_json),
    secretType: row.secret_type,
    url: row.url,
    // The API has one text here, but a scanner may report several classes.
    vulnerabilityClass: parseList(row.vulnerability_classes_json).join(', ') || null,
  }
}

/** Differs after every change of the rule's mode in the policy. */
export function entityTag(row: Pick<PolicyRuleRow, 'policy_id' | 'id' | 'version'>): string {
  return `"${row.policy_id}.${row.id}.${row.version}"`
}

/**
 * Whether an `If-Match` header matches an entity tag: `*` matches, a weak tag never does (RFC 9110, 13.1.1). A tag
 * without quotes is accepted.
 */
export function matches(header: string, tag: string): boolean {
  const etags = header.split(',').map((part) => part.trim())
  return etags.some((part) => part === '*' || part === tag || `"${part}"` === tag)
}

/** Reads a JSON list of strings. */
// parse: the column holds a JSON array of strings, written by us.
const parseList = (json: string) => parseStored<string[]>(json)

/** The response to a change of modes. */
export const toChangeResult = (
  policyId: number,
  { changeId, rows }: { changeId: number | null; rows: readonly PolicyRuleRow[] },
) => ({
  policyId: String(policyId),
  changeId: changeId === null ? null : String(changeId),
  updatedRules: rows.map(toPolicyRule),
})
