import type { Selectable } from 'kysely'
import { getOrCreate } from '#lib/get-or-create.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { confidences, policyModes, productTypes, severities, toCode } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import type { Value } from '#server/db/engine.ts'
import type { PolicyTable } from '#server/db/policy-tables.ts'
import { rulePathAt } from '#server/db/rule-path.ts'
import { type RuleTextColumn, ruleTextColumns } from '#server/db/rule-texts.ts'
import { textsOf, valuesOf } from '#server/db/sql.ts'
import { copyModes, insertPolicyRules, insertRules, updateRule } from '#server/records/policies/writes.ts'
import type { ReportedProduct, ReportedRule } from '#server/reports/report/report.ts'
import { differences } from '../differences.ts'
import type { SaidRule } from './rule-texts.ts'

/** A rule as referenced by findings; `policyId` is the sourcing policy, null if no policy contains the rule. */
export interface InternedRule {
  id: number
  policyId: number | null
  /** Whether no scan of the deployment had reported it. */
  isNew: boolean
}

const productOf: Record<ReportedProduct, (typeof productTypes)[number]> = {
  code: 'PRODUCT_TYPE_SAST',
  supplyChain: 'PRODUCT_TYPE_SCA',
  secret: 'PRODUCT_TYPE_SECRETS',
}

/** The tool of a run, in one deployment. */
export interface RuleTool {
  deploymentId: number
  /** From `toolFamily`. */
  family: string
}

/** The rules of a run. */
export interface InternedRules {
  /** By their ids in the tool. */
  rules: Map<string, InternedRule>
  said: SaidRule[]
}

/**
 * Stores the rules that a run reports. A new rule is added to the default policy of its product in MODE_MONITOR; it is
 * provisional until a full scan of a primary branch reports it, whose text it then has. The text of another known rule
 * is the deployment's, which no scan changes. A rule that no tool has reported yet is assigned to the tool of such a scan.
 * @param isProjects whether it is such a scan.
 * @param formerIds by their ids in the tool, the rules that a scan shows to be renamed: a new rule has their modes.
 * Source: docs/api.md#policies-and-rules.
 */
export async function internRules(
  transaction: ChangeTransaction,
  tool: RuleTool,
  rules: readonly ReportedRule[],
  {
    now,
    isProjects,
    formerIds,
  }: { now: number; isProjects: boolean; formerIds: ReadonlyMap<string, number> },
): Promise<InternedRules> {
  const known = await knownRules(
    transaction,
    tool,
    rules.map((rule) => rule.path),
  )
  const fresh = rules.filter((rule) => !known.has(rule.path))
  const said = [
    ...(await claimKnown(transaction, tool, rules, { known, isProjects })),
    ...(await insertNewRules(transaction, tool, fresh, { now, provisional: Number(!isProjects) })),
  ]
  const ids = new Map<Value, number>(said.map(({ reported, known: { id } }) => [reported.path, id]))

  const policies = await transaction
    .selectFrom('policy')
    .select(['id', 'product_type', 'is_default'])
    .where('deployment_id', '=', tool.deploymentId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()
  const plain = fresh.filter(({ path }) => !formerIds.has(path))
  await joinPolicies(transaction, tool.deploymentId, { policies, rules: plain, ids })
  for (const { path } of fresh) {
    const [from, to] = [formerIds.get(path), ids.get(path)]
    if (from !== undefined && to !== undefined) await copyModes(transaction, { from, to })
  }
  const freshPaths = new Set(fresh.map(({ path }) => path))
  const holders = await pathOwners(transaction, tool.deploymentId, [...ids.values()])
  const interned = new Map<string, InternedRule>()
  for (const rule of rules) {
    const id = ids.get(rule.path)
    if (id === undefined) throw new Error(`the rule ${rule.path} was not written`)
    const holding = policies.filter((policy) => holders.get(id)?.has(policy.id))
    // Default policies come first; the product's own policy takes precedence over another product's.
    const own = holding.find(
      (policy) => policy.product_type === toCode(productTypes, productOf[rule.product]),
    )
    const policyId = (own ?? holding[0])?.id ?? null
    interned.set(rule.path, { id, policyId, isNew: freshPaths.has(rule.path) })
  }
  return { rules: interned, said }
}

/** Assigns known rules to their tool, and gives provisional ones the text of the first scan that confirms them. */
async function claimKnown(
  transaction: ChangeTransaction,
  tool: RuleTool,
  rules: readonly ReportedRule[],
  { known, isProjects }: { known: Awaited<ReturnType<typeof knownRules>>; isProjects: boolean },
): Promise<SaidRule[]> {
  const said: SaidRule[] = []
  for (const rule of rules) {
    const row = known.get(rule.path)
    if (!row) continue
    const own = {
      ...(isProjects ? { tool: tool.family, tool_rule: rule.path } : {}),
      ...(isProjects && row.provisional === 1 ? { ...columnsOf(rule), provisional: 0 } : {}),
    }
    await updateRule(transaction, row.id, differences({ ...row }, own))
    said.push({ reported: rule, known: { ...row, ...own }, said: ruleColumns(rule) })
  }
  return said
}

/** The known rules by their ids in the tool: its own rules, and those with that path that no tool has reported yet. */
export async function knownRules(
  transaction: Writer,
  { deploymentId, family }: RuleTool,
  ids: readonly string[],
) {
  const rules = transaction.selectFrom('rule').selectAll().where('deployment_id', '=', deploymentId)
  const own = await rules.where('tool', '=', family).where('tool_rule', 'in', textsOf(ids)).execute()
  const known = new Map(own.map((row) => [row.tool_rule ?? row.path, row]))
  const others = ids.filter((id) => !known.has(id))
  if (others.length === 0) return known
  const unclaimed = await rules.where('tool', 'is', null).where('path', 'in', textsOf(others)).execute()
  for (const row of unclaimed) known.set(row.path, row)
  return known
}

/** Inserts new rules. */
async function insertNewRules(
  transaction: ChangeTransaction,
  tool: RuleTool,
  rules: readonly ReportedRule[],
  { now, provisional }: { now: number; provisional: number },
): Promise<SaidRule[]> {
  const paths = await freePaths(
    transaction,
    tool,
    rules.map((rule) => rule.path),
  )
  const rows = rules.map((rule) => ({
    deployment_id: tool.deploymentId,
    path: paths.get(rule.path) ?? rule.path,
    tool: tool.family,
    tool_rule: rule.path,
    registry_maintainer: null,
    created_at: now,
    provisional,
    ...columnsOf(rule),
  }))
  const ids = await insertRules(transaction, rows)
  return rules.flatMap((rule, at) => {
    const [id, row] = [ids.get(rule.path), rows[at]]
    return id === undefined || !row
      ? []
      : [{ reported: rule, known: { ...row, id }, said: ruleColumns(rule) }]
  })
}

/** The display path of each new rule: its id in the tool, unless another rule has that path. */
async function freePaths(
  transaction: Writer,
  { deploymentId, family }: RuleTool,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  const usedPaths = new Set<string>()
  let waiting = ids
  for (let attempt = 0; waiting.length > 0; attempt += 1) {
    const desiredPaths = new Map(waiting.map((id) => [id, rulePathAt(family, id, attempt)]))
    const rows = await transaction
      .selectFrom('rule')
      .select('path')
      .where('deployment_id', '=', deploymentId)
      .where('path', 'in', textsOf([...desiredPaths.values()]))
      .execute()
    for (const { path } of rows) usedPaths.add(path)
    for (const [id, path] of desiredPaths) {
      if (usedPaths.has(path)) continue
      usedPaths.add(path)
      paths.set(id, path)
    }
    waiting = waiting.filter((id) => !paths.has(id))
  }
  return paths
}

type PolicyOfProduct = Pick<Selectable<PolicyTable>, 'id' | 'product_type' | 'is_default'>

async function joinPolicies(
  transaction: ChangeTransaction,
  deploymentId: number,
  joining: {
    policies: readonly PolicyOfProduct[]
    rules: readonly ReportedRule[]
    ids: ReadonlyMap<Value, number>
  },
) {
  const { policies, rules, ids } = joining
  const defaultOf = (product: ReportedProduct) =>
    policies.find(
      (policy) => policy.is_default === 1 && policy.product_type === toCode(productTypes, productOf[product]),
    )?.id
  const rows = rules.flatMap((rule) => {
    const [policyId, ruleId] = [defaultOf(rule.product), ids.get(rule.path)]
    if (policyId === undefined || ruleId === undefined) return []
    return [
      {
        policy_id: policyId,
        rule_id: ruleId,
        deployment_id: deploymentId,
        mode: toCode(policyModes, 'MODE_MONITOR'),
        last_change_at: null,
        last_change_by: null,
        version: 1,
      },
    ]
  })
  await insertPolicyRules(transaction, rows)
}

/** By rule, the policies that contain it. */
async function pathOwners(
  transaction: Writer,
  deploymentId: number,
  ruleIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const rows = await transaction
    .selectFrom('policy_rule')
    .select(['policy_id', 'rule_id'])
    .where('deployment_id', '=', deploymentId)
    .where('rule_id', 'in', valuesOf(ruleIds))
    .execute()
  const holders = new Map<number, Set<number>>()
  for (const row of rows) getOrCreate(holders, row.rule_id, () => new Set()).add(row.policy_id)
  return holders
}

function columnsOf(rule: ReportedRule): Record<RuleTextColumn, Value> {
  return {
    title: rule.title,
    message: rule.message,
    category: rule.category,
    severity: toCode(severities, rule.severity),
    confidence: rule.confidence === null ? null : toCode(confidences, rule.confidence),
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
    help: rule.help ?? null,
  }
}

/** The columns with values from the scanner: a file with less metadata does not clear any. */
function ruleColumns(rule: ReportedRule): SaidRule['said'] {
  const columns = columnsOf(rule)
  const isSaid = (column: RuleTextColumn) =>
    columns[column] !== null &&
    columns[column] !== '[]' &&
    !(column === 'has_validators' && columns[column] === 0)
  return Object.fromEntries(ruleTextColumns.filter(isSaid).map((column) => [column, columns[column]]))
}
