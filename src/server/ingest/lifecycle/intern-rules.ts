import { sql } from 'kysely'
import { code, confidences, policyModes, productTypes, severities } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import type { ReportedProduct, ReportedRule } from '../report.ts'
import { differences, insertNumbered, insertRows, updateRow, type Value } from './bulk.ts'

/** A rule as findings refer to it; `policyId` is the sourcing policy, null where no policy holds the rule. */
export interface InternedRule {
  id: number
  policyId: number | null
}

const productOf: Record<ReportedProduct, (typeof productTypes)[number]> = {
  code: 'PRODUCT_TYPE_SAST',
  supplyChain: 'PRODUCT_TYPE_SCA',
  secret: 'PRODUCT_TYPE_SECRETS',
}

/**
 * Makes known the rules that a run names. One that is new joins the default policy of its product in MODE_MONITOR;
 * of one that is known, what the scanner now says otherwise is taken over, and what it leaves out stays.
 * @returns the rules by path. Source: API decisions, "Rules and policies".
 */
export async function internRules(
  transaction: Writer,
  deploymentId: number,
  rules: readonly ReportedRule[],
  now: number,
): Promise<Map<string, InternedRule>> {
  const known = new Map(
    (
      await transaction
        .selectFrom('rule')
        .selectAll()
        .where('deployment_id', '=', deploymentId)
        .where('path', 'in', listed<string>(rules.map((rule) => rule.path)))
        .execute()
    ).map((row) => [row.path, row]),
  )
  for (const rule of rules) {
    const row = known.get(rule.path)
    if (row) await updateRow(transaction, 'rule', row.id, differences({ ...row }, said(rule)))
  }
  const fresh = rules.filter((rule) => !known.has(rule.path))
  const ids = await insertNumbered(
    transaction,
    'rule',
    fresh.map((rule) => ({
      deployment_id: deploymentId,
      path: rule.path,
      registry_maintainer: null,
      created_at: now,
      ...columnsOf(rule),
    })),
    'path',
  )
  for (const row of known.values()) ids.set(row.path, row.id)

  const policies = await transaction
    .selectFrom('policy')
    .select(['id', 'product_type', 'is_default'])
    .where('deployment_id', '=', deploymentId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()
  const defaultOf = (product: ReportedProduct) =>
    policies.find(
      (policy) => policy.is_default === 1 && policy.product_type === code(productTypes, productOf[product]),
    )?.id
  const joining: { policy_id: number; rule_id: number }[] = fresh.flatMap((rule) => {
    const [policyId, ruleId] = [defaultOf(rule.product), ids.get(rule.path)]
    return policyId === undefined || ruleId === undefined ? [] : [{ policy_id: policyId, rule_id: ruleId }]
  })
  await insertRows(
    transaction,
    'policy_rule',
    joining.map((row) => ({
      ...row,
      deployment_id: deploymentId,
      mode: code(policyModes, 'MODE_MONITOR'),
      last_change_at: null,
      last_change_by: null,
      version: 1,
    })),
  )

  const held = await transaction
    .selectFrom('policy_rule')
    .select(['policy_id', 'rule_id'])
    .where('deployment_id', '=', deploymentId)
    .where('rule_id', 'in', listed<number>([...ids.values()]))
    .execute()
  const holders = new Map<number, Set<number>>()
  for (const row of held) {
    const set = holders.get(row.rule_id) ?? new Set()
    holders.set(row.rule_id, set.add(row.policy_id))
  }
  const interned = new Map<string, InternedRule>()
  for (const rule of rules) {
    const id = ids.get(rule.path)
    if (id === undefined) throw new Error(`the rule ${rule.path} was not written`)
    const holding = policies.filter((policy) => holders.get(id)?.has(policy.id))
    // The policies stand defaults first; the product's own comes before another's.
    const own = holding.find((policy) => policy.product_type === code(productTypes, productOf[rule.product]))
    interned.set(rule.path, { id, policyId: (own ?? holding[0])?.id ?? null })
  }
  return interned
}

/** A list as one bound value, however long it is. */
export function listed<T extends string | number>(values: readonly T[]) {
  return sql<T>`(select value from json_each(${JSON.stringify(values)}))`
}

function columnsOf(rule: ReportedRule) {
  return {
    title: rule.title,
    message: rule.message,
    category: rule.category,
    severity: code(severities, rule.severity),
    confidence: rule.confidence === null ? null : code(confidences, rule.confidence),
    source: rule.sourceKind,
    url: rule.url,
    secret_type: rule.secretType,
    has_validators: Number(rule.hasValidators),
    cwe_json: JSON.stringify(rule.cweNames),
    owasp_json: JSON.stringify(rule.owaspNames),
    subcategories_json: JSON.stringify(rule.subcategories),
    vulnerability_classes_json: JSON.stringify(rule.vulnerabilityClasses),
    languages_json: JSON.stringify(rule.languages),
    technologies_json: JSON.stringify(rule.technologies),
    rulesets_json: JSON.stringify(rule.rulesets),
  }
}

/** The columns that the scanner said something of: a file with less metadata takes nothing away. */
function said(rule: ReportedRule): Record<string, Value> {
  const columns: Record<string, Value> = columnsOf(rule)
  return Object.fromEntries(
    Object.entries(columns).filter(
      ([column, value]) => value !== null && value !== '[]' && !(column === 'has_validators' && value === 0),
    ),
  )
}
