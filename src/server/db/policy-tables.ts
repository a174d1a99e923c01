import type { Generated } from 'kysely'

/** A rule with the text of the deployment. */
export interface RuleTable {
  id: number
  deployment_id: number
  /** The path in the interface and the API: the rule's id in its tool, prefixed with the tool if that is taken. */
  path: string
  /** Family of the tool that reports it, from `toolFamily`; null until a scan reports it. */
  tool: string | null
  /** Its id in the tool, as used in the tool's files. */
  tool_rule: string | null
  /** The scanner's short name of the rule, null if it has none. */
  title: string | null
  message: string | null
  category: string | null
  severity: number | null
  confidence: number | null
  /** SOURCE_PRO, SOURCE_COMMUNITY, SOURCE_CUSTOM. */
  source: string | null
  url: string | null
  registry_maintainer: string | null
  secret_type: string | null
  has_validators: number
  cwe_json: string
  owasp_json: string
  subcategories_json: string
  vulnerability_classes_json: string
  languages_json: string
  technologies_json: string
  rulesets_json: string
  created_at: number
  /** 1 until a full scan of a primary branch reports it. */
  provisional: Generated<number>
  /** What administrators set in place of the texts above on the rule's page, as `FixedTexts`; null if nothing. */
  fixed_json: Generated<string | null>
  /** Its explanation, in Markdown, which is long and shown only with one finding and on the page of the rule. */
  help: Generated<string | null>
}

/** What the scans of a project say about a rule, where it differs from the text in `RuleTable`; null where it does not. */
export interface RuleTextTable {
  deployment_id: number
  rule_id: number
  project_id: number
  source_id: number
  /** The ref whose scan says it; 0 once a full scan of the primary branch says it, for all refs of the project. */
  ref_id: number
  title: string | null
  message: string | null
  category: string | null
  severity: number | null
  confidence: number | null
  source: string | null
  url: string | null
  secret_type: string | null
  has_validators: number | null
  cwe_json: string | null
  owasp_json: string | null
  subcategories_json: string | null
  vulnerability_classes_json: string | null
  languages_json: string | null
  technologies_json: string | null
  rulesets_json: string | null
  help: Generated<string | null>
}

export interface PolicyTable {
  id: number
  deployment_id: number
  name: string
  slug: string
  product_type: number
  is_default: number
  /** Position in `policyScopes`. */
  scope: Generated<number>
  /** The projects that it names, by id, and the tags: JSON lists, for the scope `some`. */
  projects_json: Generated<string>
  tags_json: Generated<string>
  /** A deleted policy decides nothing and is in no list, but can be restored. */
  deleted_at: Generated<number | null>
}

export interface PolicyRuleTable {
  policy_id: number
  rule_id: number
  deployment_id: number
  mode: number
  last_change_at: number | null
  last_change_by: string | null
  /** Incremented with each change of this row; the rule's entity tag is derived from it. */
  version: number
}
