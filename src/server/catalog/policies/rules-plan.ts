import type { z } from 'zod/mini'
import type { editPolicyRulesBody } from '#contract/details/policies.ts'
import { policyModes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textsOf, valuesOf } from '#server/db/sql.ts'
import { HttpError, unprocessable } from '#server/http/errors.ts'
import { deletePolicyRules, insertPolicyRules } from '#server/records/policies/writes.ts'
import { withModes } from './mode-effects.ts'
import { newRules, type PolicyPlan } from './policy-plan.ts'
import { type ChangedRule, notContained, recordAuditedChange } from './record-change.ts'
import type { PolicyRow } from './set-mode.ts'

type Edit = Pick<z.output<typeof editPolicyRulesBody>, 'add' | 'remove'>

/**
 * Plans which rules a policy contains. An added rule has the given mode, else that of the default policy.
 * @throws HttpError 404 with every rule that does not exist, 422 for a default policy, or a rule that is both.
 */
export async function planRules(reader: Reader, policy: PolicyRow, edit: Edit): Promise<PolicyPlan> {
  if (policy.is_default === 1)
    throw unprocessable([{ pointer: '', detail: 'A default policy contains all rules of its product.' }])
  const { add = [], remove = [] } = edit
  const ids = await rulesNamed(reader, policy.deployment_id, [
    ...add.map(({ rulePath }) => rulePath),
    ...remove,
  ])
  const both = remove.filter((path) => add.some(({ rulePath }) => rulePath === path))
  if (both.length > 0)
    throw unprocessable(
      both.map((path) => ({ pointer: '/remove', detail: `${path} is both added and removed.` })),
    )
  const present = await modesIn(reader, policy, [...ids.values()])
  const usual = await defaultModes(reader, policy, [...ids.values()])
  const changes = new Map<number, ChangedRule>()
  for (const { rulePath, policyMode } of add) {
    const ruleId = ids.get(rulePath) ?? 0
    if (present.has(ruleId)) continue
    const to = policyMode
      ? toCode(policyModes, policyMode)
      : (usual.get(ruleId) ?? toCode(policyModes, 'MODE_MONITOR'))
    changes.set(ruleId, { ruleId, path: rulePath, from: notContained, to })
  }
  for (const path of remove) {
    const ruleId = ids.get(path) ?? 0
    const from = present.get(ruleId)
    if (from !== undefined) changes.set(ruleId, { ruleId, path, from, to: notContained })
  }
  return planOf(policy, [...changes.values()])
}

/**
 * Plans the opposite of a change of rules.
 * @throws HttpError 409 with `conflicts` for rules that changed since.
 */
export async function planOppositeRules(
  reader: Reader,
  policy: PolicyRow,
  rules: readonly ChangedRule[],
): Promise<PolicyPlan> {
  const present = await modesIn(
    reader,
    policy,
    rules.map(({ ruleId }) => ruleId),
  )
  const conflicts = rules.filter(({ ruleId, to }) => (present.get(ruleId) ?? notContained) !== to)
  if (conflicts.length > 0) {
    const mode = (code: number | undefined) => (code === undefined ? null : (policyModes[code] ?? null))
    throw new HttpError(409, 'Some rules have changed since. Nothing was changed.', {
      members: {
        conflicts: conflicts.map(({ path, ruleId, to }) => ({
          rulePath: path,
          expectedMode: mode(to),
          policyMode: mode(present.get(ruleId)),
          by: null,
          at: null,
        })),
      },
    })
  }
  return planOf(
    policy,
    rules.map(({ from, to, ...rule }) => ({ ...rule, from: to, to: from })),
  )
}

function planOf(policy: PolicyRow, rules: readonly ChangedRule[]): PolicyPlan {
  const added = rules.filter(({ from }) => from === notContained)
  const removed = rules.filter(({ to }) => to === notContained)
  return {
    after: (facts) =>
      withModes(
        facts,
        policy.id,
        new Map(rules.map(({ ruleId, to }) => [ruleId, to === notContained ? null : to])),
      ),
    apply:
      rules.length === 0
        ? null
        : async (transaction, context) => {
            const changeId = await recordAuditedChange(transaction, policy, { kind: 'rules', rules }, context)
            await deletePolicyRules(
              transaction,
              policy.id,
              removed.map(({ ruleId }) => ruleId),
            )
            const rows = added.map(({ ruleId, to }) => ({ rule_id: ruleId, mode: to }))
            // A rule that was here before has another entity tag than then.
            await insertPolicyRules(
              transaction,
              newRules(policy.deployment_id, policy.id, rows, changeId + 1),
            )
            return { id: policy.id, changeId }
          },
  }
}

async function rulesNamed(reader: Reader, deploymentId: number, paths: readonly string[]) {
  const rows = await reader
    .selectFrom('rule')
    .select(['id', 'path'])
    .where('deployment_id', '=', deploymentId)
    .where('path', 'in', textsOf(paths))
    .execute()
  const ids = new Map(rows.map(({ id, path }) => [path, id]))
  const unknown = paths.filter((path) => !ids.has(path))
  if (unknown.length > 0)
    throw new HttpError(404, 'Not all of these rules exist. Nothing was changed.', {
      errors: unknown.map((path) => ({ detail: `${path} is not a rule` })),
    })
  return ids
}

/** The stored modes of rules in a policy. */
async function modesIn(reader: Reader, policy: PolicyRow, ids: readonly number[]) {
  const rows = await reader
    .selectFrom('policy_rule')
    .select(['rule_id', 'mode'])
    .where('deployment_id', '=', policy.deployment_id)
    .where('policy_id', '=', policy.id)
    .where('rule_id', 'in', valuesOf(ids))
    .execute()
  return new Map(rows.map(({ rule_id: id, mode }) => [id, mode]))
}

/** The stored modes of rules in the default policies. */
async function defaultModes(reader: Reader, policy: PolicyRow, ids: readonly number[]) {
  const rows = await reader
    .selectFrom('policy_rule')
    .innerJoin('policy', (join) =>
      join
        .onRef('policy.deployment_id', '=', 'policy_rule.deployment_id')
        .onRef('policy.id', '=', 'policy_rule.policy_id'),
    )
    .select(['policy_rule.rule_id', 'policy_rule.mode'])
    .where('policy_rule.deployment_id', '=', policy.deployment_id)
    .where('policy.is_default', '=', 1)
    .where('policy_rule.rule_id', 'in', valuesOf(ids))
    .execute()
  return new Map(rows.map(({ rule_id: id, mode }) => [id, mode]))
}
