import { sql } from 'kysely'
import type { policyChangeKinds } from '#contract/vocabulary.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, policyModes } from '#server/db/codes.ts'
import { takeId } from '#server/db/ids.ts'
import { rowsOf } from '#server/db/sql.ts'

/** The actor and reason of a change of a policy. */
export interface ChangeContext {
  actor: string
  note?: string | undefined
  putsBack?: number | undefined
}

/** The reason as it is stored. */
export const noteOf = ({ note }: ChangeContext): string | null => (note === undefined ? null : maskUrls(note))

/** Stored in place of a mode where the policy did not contain the rule. */
export const notContained = -1

/** A rule with its stored mode before and after a change; see `notContained`. */
export interface ChangedRule {
  ruleId: number
  path: string
  from: number
  to: number
}

/** The mode of a rule before or after a change; null where the policy did not contain it. */
export const modeOfChange = (code: number) => (code === notContained ? null : fromCode(policyModes, code))

/** The number of changed rules that the change list and the audit log list individually. */
export const maxListedChanges = 100

/** What changed of a policy: rules, or other settings. */
interface PolicyChange {
  kind: (typeof policyChangeKinds)[number]
  rules?: readonly ChangedRule[]
  detail?: object
}

/**
 * Adds a change to the history of a policy, which is the new revision of the policies. The number of statements does not
 * depend on the number of rules.
 * @returns its id.
 */
export async function recordChange(
  transaction: ChangeTransaction,
  policyId: number,
  change: PolicyChange,
  context: ChangeContext & { at: number },
): Promise<number> {
  const { deploymentId } = transaction
  const { kind, rules = [], detail } = change
  const id = await takeId(transaction, deploymentId, 'policy_change')
  await transaction
    .insertInto('policy_change')
    .values({
      deployment_id: deploymentId,
      id,
      policy_id: policyId,
      at: context.at,
      actor: context.actor,
      note: noteOf(context),
      count: rules.length,
      puts_back: context.putsBack ?? null,
      kind,
      detail_json: detail === undefined ? null : JSON.stringify(detail),
    })
    .execute()
  if (rules.length === 0) return id
  const items = rowsOf(
    { rule_id: 'integer', from_mode: 'integer', to_mode: 'integer' },
    rules.map(({ ruleId, from, to }) => [ruleId, from, to]),
  )
  await sql`insert into policy_change_item (deployment_id, change_id, place, rule_id, from_mode, to_mode)
    select ${deploymentId}, ${id}, place, rule_id, from_mode, to_mode from ${items} as item`.execute(
    transaction,
  )
  return id
}

/** The actions in the audit log of kinds that are not called as their kind is. */
const actions: Partial<Record<PolicyChange['kind'], string>> = { modes: 'changed', changed: 'edited' }

/**
 * Adds a change to the history of a policy and to the audit log.
 * @param policy its name is the one after the change.
 * @param inWords the parts of the detail that the history has by ids, by name.
 * @returns the id of the change.
 */
export async function recordAuditedChange(
  transaction: ChangeTransaction,
  policy: { id: number; slug: string },
  change: PolicyChange & { inWords?: object },
  context: ChangeContext & { at: number },
): Promise<number> {
  const rules = (change.rules ?? []).toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const changeId = await recordChange(transaction, policy.id, { ...change, rules }, context)
  const [only] = rules.length === 1 ? rules : []
  const changes = rules
    .slice(0, maxListedChanges)
    .map(({ path, from, to }) => ({ rulePath: path, from: modeOfChange(from), to: modeOfChange(to) }))
  await recordAudit(transaction, {
    deploymentId: transaction.deploymentId,
    at: context.at,
    actor: context.actor,
    action: `policy.${actions[change.kind] ?? change.kind}`,
    // What changed is the rule; of many rules, their policy.
    target: only?.path ?? policy.slug,
    detail: {
      policyId: String(policy.id),
      policy: policy.slug,
      changeId: String(changeId),
      note: noteOf(context),
      ...(rules.length > 0 ? { count: rules.length, changes } : {}),
      ...change.detail,
      ...change.inWords,
    },
  })
  return changeId
}
