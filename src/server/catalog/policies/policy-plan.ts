import type { z } from 'zod/mini'
import type { createPolicyBody, updatePolicyBody } from '#contract/details/policies.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { productTypes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { HttpError, unprocessable } from '#server/http/errors.ts'
import type { DecidingPolicy, ModeFacts } from '#server/records/policies/effective-modes.ts'
import { insertPolicy, insertPolicyRules, updatePolicy } from '#server/records/policies/writes.ts'
import { type ChangeContext, recordAuditedChange } from './record-change.ts'
import { describeScopes, isSameScope, type PolicyScope, readScope, scopeColumns, scopeOf } from './scope.ts'
import { type PolicyRow, policyWithId } from './set-mode.ts'

/** The most policies of a deployment. */
const maxPolicies = 200

type WriteContext = ChangeContext & { at: number }

/** A change of a policy that is checked and not made yet. */
export interface PolicyPlan {
  /** What the effective modes follow from afterwards. */
  after(facts: ModeFacts): ModeFacts
  /** Makes the change; null if it changes nothing. */
  apply:
    | ((transaction: ChangeTransaction, context: WriteContext) => Promise<{ id: number; changeId: number }>)
    | null
}

/** The facts without a policy. */
const without = (facts: ModeFacts, id: number): ModeFacts => ({
  ...facts,
  policies: facts.policies.filter((policy) => policy.id !== id),
  memberships: facts.memberships.filter(({ policy_id: policy }) => policy !== id),
})

const deciding = (
  row: Pick<PolicyRow, 'id' | 'name' | 'slug' | 'is_default'>,
  scope: PolicyScope,
): DecidingPolicy => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  isDefault: row.is_default === 1,
  isForAll: scope.scope !== 'some',
  projects: new Set(scope.projects),
  tags: new Set(scope.tags),
})

/**
 * Plans a new policy, or the copy of one.
 * @throws HttpError 409 for a name that another policy has, 404 for what does not exist, 422 for too many policies.
 */
export async function planCreation(
  reader: Reader,
  deploymentId: number,
  body: Pick<z.output<typeof createPolicyBody>, 'name' | 'productType' | 'copyOf' | 'appliesTo'>,
): Promise<PolicyPlan> {
  const policies = await reader
    .selectFrom('policy')
    .select(['slug', 'deleted_at'])
    .where('deployment_id', '=', deploymentId)
    .execute()
  if (policies.filter((one) => one.deleted_at === null).length >= maxPolicies)
    throw unprocessable([
      { pointer: '/name', detail: `There are ${maxPolicies} policies; no more can be created.` },
    ])
  await assertNameIsFree(reader, deploymentId, body.name, null)
  const scope = await readScope(reader, deploymentId, body.appliesTo)
  const original = body.copyOf === undefined ? null : await policyWithId(reader, deploymentId, body.copyOf)
  const rules = original === null ? [] : await rulesOf(reader, original)
  const product = original?.product_type ?? toCode(productTypes, body.productType ?? 'PRODUCT_TYPE_SAST')
  const row = { name: body.name, slug: freeSlug(body.name, policies), is_default: 0, product_type: product }
  return {
    // No stored policy has this id.
    after: (facts) => ({
      ...facts,
      policies: [...facts.policies, deciding({ ...row, id: 0 }, scope)],
      memberships: [...facts.memberships, ...rules.map((rule) => ({ ...rule, policy_id: 0 }))],
    }),
    apply: async (transaction, context) => {
      const id = await takeId(transaction, deploymentId, 'policy')
      await insertPolicy(transaction, { ...row, id, deployment_id: deploymentId, ...scopeColumns(scope) })
      await insertPolicyRules(transaction, newRules(deploymentId, id, rules, 1))
      const detail = { name: body.name, appliesTo: scope, copyOf: original?.id ?? null }
      const describe = await describeScopes(transaction, deploymentId, [scope])
      const inWords = { appliesTo: describe(scope), copyOf: original?.name ?? null }
      const change = { kind: 'created', detail, inWords } as const
      return { id, changeId: await recordAuditedChange(transaction, { ...row, id }, change, context) }
    },
  }
}

/** Rows of rules that a policy does not contain. */
export const newRules = (
  deploymentId: number,
  policyId: number,
  rules: readonly { rule_id: number; mode: number }[],
  version: number,
) =>
  rules.map(({ rule_id, mode }) => ({
    ...{ deployment_id: deploymentId, policy_id: policyId, rule_id, mode, version },
    ...{ last_change_at: null, last_change_by: null },
  }))

/**
 * Plans another name, or other projects, of a policy.
 * @throws HttpError 409 for a name that another policy has, 422 for projects of a default policy.
 */
export async function planUpdate(
  reader: Reader,
  policy: PolicyRow,
  body: Pick<z.output<typeof updatePolicyBody>, 'name' | 'appliesTo'>,
): Promise<PolicyPlan> {
  const { deployment_id: deploymentId } = policy
  const scope = body.appliesTo && (await readScope(reader, deploymentId, body.appliesTo))
  return planChange(reader, policy, { name: body.name, scope })
}

/** As `planUpdate`, with a stored scope. */
export async function planChange(
  reader: Reader,
  policy: PolicyRow,
  {
    name = policy.name,
    scope = scopeOf(policy),
  }: { name?: string | undefined; scope?: PolicyScope | undefined },
): Promise<PolicyPlan> {
  if (policy.is_default === 1 && scope.scope === 'some')
    throw unprocessable([{ pointer: '/appliesTo', detail: 'A default policy applies to all projects.' }])
  if (name !== policy.name) await assertNameIsFree(reader, policy.deployment_id, name, policy.id)
  const before = scopeOf(policy)
  const detail = {
    ...(name === policy.name ? {} : { name: { from: policy.name, to: name } }),
    ...(isSameScope(before, scope) ? {} : { appliesTo: { from: before, to: scope } }),
  }
  return {
    after: (facts) => ({
      ...facts,
      policies: facts.policies.map((one) =>
        one.id === policy.id ? deciding({ ...policy, name }, scope) : one,
      ),
    }),
    apply:
      Object.keys(detail).length === 0
        ? null
        : async (transaction, context) => {
            await updatePolicy(transaction, policy.id, { name, ...scopeColumns(scope) })
            const describe = await describeScopes(transaction, policy.deployment_id, [before, scope])
            const inWords =
              'appliesTo' in detail ? { appliesTo: { from: describe(before), to: describe(scope) } } : {}
            const change = { kind: 'changed', detail, inWords } as const
            const changeId = await recordAuditedChange(transaction, policy, change, context)
            return { id: policy.id, changeId }
          },
  }
}

/** Plans the deletion of a policy. @throws HttpError 422 for a default policy. */
export function planDeletion(policy: PolicyRow): PolicyPlan {
  if (policy.is_default === 1)
    throw unprocessable([{ pointer: '', detail: 'The default policy of a product cannot be deleted.' }])
  return {
    after: (facts) => without(facts, policy.id),
    apply: async (transaction, context) => {
      await updatePolicy(transaction, policy.id, { deleted_at: context.at })
      const detail = { name: policy.name }
      return {
        id: policy.id,
        changeId: await recordAuditedChange(transaction, policy, { kind: 'deleted', detail }, context),
      }
    },
  }
}

/** Plans that a deleted policy is there again. @throws HttpError 409 for a name that another policy has now. */
export async function planRestoration(reader: Reader, policy: PolicyRow): Promise<PolicyPlan> {
  await assertNameIsFree(reader, policy.deployment_id, policy.name, policy.id)
  const rules = await rulesOf(reader, policy)
  return {
    after: (facts) => {
      const others = without(facts, policy.id)
      return {
        ...others,
        policies: [...others.policies, deciding(policy, scopeOf(policy))],
        memberships: [...others.memberships, ...rules.map((rule) => ({ ...rule, policy_id: policy.id }))],
      }
    },
    apply: async (transaction, context) => {
      await updatePolicy(transaction, policy.id, { deleted_at: null })
      const detail = { name: policy.name }
      return {
        id: policy.id,
        changeId: await recordAuditedChange(transaction, policy, { kind: 'restored', detail }, context),
      }
    },
  }
}

const rulesOf = (reader: Reader, { id, deployment_id: deploymentId }: PolicyRow) =>
  reader
    .selectFrom('policy_rule')
    .select(['rule_id', 'mode'])
    .where('deployment_id', '=', deploymentId)
    .where('policy_id', '=', id)
    .execute()

async function assertNameIsFree(reader: Reader, deploymentId: number, name: string, except: number | null) {
  const other = await reader
    .selectFrom('policy')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('name', '=', name)
    .where('id', '<>', except ?? 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (other) throw new HttpError(409, `Another policy is called ${name}.`)
}

/** A slug for a name that no policy has, deleted ones included. */
function freeSlug(name: string, policies: readonly { slug: string }[]): string {
  const taken = new Set(policies.map(({ slug }) => slug))
  const plain =
    name
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 80) ?? 'policy'
  let slug = plain
  for (let number = 2; taken.has(slug); number += 1) slug = `${plain}-${number}`
  return slug
}
