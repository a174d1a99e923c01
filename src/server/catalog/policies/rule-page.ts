import type { RuleAnswer } from '#contract/responses/policies.ts'
import { getOrCreate } from '#lib/get-or-create.ts'
import { findingTypes, fromCode, policyModes, productTypes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { dayText } from '#server/db/time-zone.ts'
import { forEachOpen } from '#server/findings/counts/open-rows.ts'
import { countRuleDays } from '#server/findings/counts/rule-days.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { notFound } from '#server/http/errors.ts'
import {
  type EffectiveModes,
  modeOfLevel,
  readEffectiveModes,
} from '#server/records/policies/effective-modes.ts'
import { toFixed, toTexts } from './fix-text.ts'
import { entityTag, readFixed, ruleColumns, ruleFacts, withFixedText } from './policy-rule.ts'
import { modeOfChange } from './record-change.ts'
import { ruleCounts } from './rule-counts.ts'
import { renamesOf, rulesWithHistoryOf } from './rule-renames.ts'
import { textDifferences } from './text-differences.ts'

const chartDays = 90
const maxChanges = 200
const maxNames = 100

/**
 * Returns the data of a rule's page: its fields, its mode in each policy, its newest changes, its findings by day.
 * @throws HttpError 404. Source: docs/api.md#policies-and-rules.
 */
export async function readRulePage(
  view: FindingsSnapshot,
  deploymentId: number,
  path: string,
  now: number,
): Promise<RuleAnswer['rule']> {
  const { reader } = view
  const row = await reader
    .selectFrom('rule')
    .select([...ruleColumns, 'rule.message', 'rule.help'])
    .where('deployment_id', '=', deploymentId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (!row) throw notFound('rule')
  const { title, message } = withFixedText(row)
  const { severity, confidence, url, cwe_json, owasp_json } = row
  const policies = await listPoliciesOfRule(reader, deploymentId, row.id)
  const productType = policies[0]?.product_type ?? toCode(productTypes, 'PRODUCT_TYPE_SAST')
  const countsOf = await ruleCounts(view, deploymentId, { productType, now })
  const projects = await readProjects(reader, deploymentId)
  const modes = await readEffectiveModes(reader, deploymentId, { rules: [row.id] })
  const openOf = await openByPolicy(view, modes, { deploymentId, rule: row, productType })
  return {
    ...ruleFacts(row),
    title,
    message,
    help: row.help,
    provisional: row.provisional === 1,
    fixed: toFixed(readFixed(row.fixed_json)),
    reported: toTexts({
      ...{ title: row.title, message: row.message, severity, confidence, url },
      ...{ cwe_json, owasp_json },
    }),
    differences: await textDifferences(reader, deploymentId, row.id),
    ...countsOf(row.id),
    policies: policies.map((policy) => ({
      id: String(policy.policy_id),
      name: policy.name,
      policyMode: fromCode(policyModes, policy.mode),
      openFindings: openOf(policy.policy_id),
      etag: entityTag({ policy_id: policy.policy_id, id: row.id, version: policy.version }),
    })),
    effective: describeEffective(modes, projects, row.id),
    changes: await changesOf(reader, deploymentId, await rulesWithHistoryOf(reader, deploymentId, row.id)),
    renames: await renamesOf(reader, deploymentId, row.id),
    days: await countByDay(view, { deploymentId, ruleId: row.id, productType, now }),
  }
}

const readProjects = (reader: Reader, deploymentId: number) =>
  reader
    .selectFrom('project')
    .select(['id', 'name'])
    .where('deployment_id', '=', deploymentId)
    .orderBy('name')
    .execute()

/**
 * Counts the open findings of a rule in the projects of each policy that contains it, as the rows of the policy do.
 * Policies may share projects, so that their sum may be more than all.
 */
async function openByPolicy(
  view: FindingsSnapshot,
  modes: EffectiveModes,
  {
    deploymentId,
    rule: { id: ruleId, path },
    productType,
  }: { deploymentId: number; rule: { id: number; path: string }; productType: number },
): Promise<(policyId: number) => number> {
  const levels = modes.levelsIn()
  const counts = new Map<number, number>()
  const visit = (project: number, rule: number) => {
    if (rule !== ruleId) return
    for (const [policy, levelOf] of levels)
      if (levelOf(project, rule) > 0) counts.set(policy, (counts.get(policy) ?? 0) + 1)
  }
  await forEachOpen(view, deploymentId, visit, {
    type: fromCode(findingTypes, productType),
    rule: path,
  })
  return (policyId) => counts.get(policyId) ?? 0
}

/** The effective modes of a rule, each with the projects where a policy decides it. */
function describeEffective(
  modes: EffectiveModes,
  projects: readonly { id: number; name: string }[],
  ruleId: number,
): NonNullable<RuleAnswer['rule']['effective']> {
  const groups = new Map<number, { project: number; names: string[] }>()
  for (const { id, name } of projects) {
    const policy = modes.policyOf(id, ruleId)?.id ?? 0
    getOrCreate(groups, policy, () => ({ project: id, names: [] })).names.push(name)
  }
  return [...groups.values()]
    .toSorted((one, other) => other.names.length - one.names.length)
    .map(({ project, names }) => {
      const policy = modes.policyOf(project, ruleId)
      return {
        policyMode: modeOfLevel(modes.levelOf(project, ruleId)),
        policy: policy && { id: String(policy.id), name: policy.name },
        projects: names.length,
        names: names.slice(0, maxNames),
      }
    })
}

const listPoliciesOfRule = (reader: Reader, deploymentId: number, ruleId: number) =>
  reader
    .selectFrom('policy_rule')
    .innerJoin('policy', (join) =>
      join
        .onRef('policy.deployment_id', '=', 'policy_rule.deployment_id')
        .onRef('policy.id', '=', 'policy_rule.policy_id'),
    )
    .select(['policy_id', 'policy.name', 'policy.product_type', 'policy_rule.mode', 'policy_rule.version'])
    .where('policy_rule.deployment_id', '=', deploymentId)
    .where('policy_rule.rule_id', '=', ruleId)
    .where('policy.deleted_at', 'is', null)
    .orderBy('policy.is_default', 'desc')
    .orderBy('policy.id')
    .execute()

async function changesOf(
  reader: Reader,
  deploymentId: number,
  ruleIds: readonly number[],
): Promise<RuleAnswer['rule']['changes']> {
  const rows = await reader
    .selectFrom('policy_change_item as item')
    .innerJoin('policy_change as change', (join) =>
      join.onRef('change.deployment_id', '=', 'item.deployment_id').onRef('change.id', '=', 'item.change_id'),
    )
    .select(['change.id', 'change.at', 'change.actor', 'change.note', 'change.policy_id'])
    .select(['item.from_mode', 'item.to_mode'])
    .where('item.deployment_id', '=', deploymentId)
    .where('item.rule_id', 'in', ruleIds)
    .orderBy('item.change_id', 'desc')
    .limit(maxChanges)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    at: new Date(row.at).toISOString(),
    by: row.actor,
    note: row.note,
    policyId: String(row.policy_id),
    from: modeOfChange(row.from_mode),
    to: modeOfChange(row.to_mode),
  }))
}

/**
 * Counts the rule's findings on each of the last days in the deployment's time zone. A finding is open from its first
 * sighting on any ref until it is open on none: as in every list, a finding under review or being fixed is not `open`.
 */
async function countByDay(
  view: FindingsSnapshot,
  of: { deploymentId: number; ruleId: number; productType: number; now: number },
): Promise<RuleAnswer['rule']['days']> {
  const type = findingTypes[of.productType] ?? 'sast'
  const rows = countRuleDays(view, type, of.ruleId)
  const last = view.columns.zone.dayOf(of.now)
  const first = last - chartDays + 1
  let openCount = 0
  const opened = new Map<number, number>()
  const closed = new Map<number, number>()
  const add = (to: Map<number, number>, at: number, count: number) => to.set(at, (to.get(at) ?? 0) + count)
  for (const row of rows) {
    if (row.opened < first) openCount += row.count
    else add(opened, row.opened, row.count)
    if (row.closed === null) continue
    if (row.closed < first) openCount -= row.count
    else add(closed, row.closed, row.count)
  }
  return Array.from({ length: chartDays }, (_, index) => {
    const at = first + index
    const [more, closedCount] = [opened.get(at) ?? 0, closed.get(at) ?? 0]
    openCount += more - closedCount
    return {
      day: dayText(at),
      open: openCount,
      new: more,
      closed: closedCount,
    }
  })
}
