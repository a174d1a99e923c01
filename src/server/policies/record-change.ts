import { sql } from 'kysely'
import type { policyChangeKinds } from '#contract/vocabulary.ts'
import { maskUrls } from '#server/credentials/mask-urls.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
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
  from: number
  to: number
}

/**
 * Adds a change to the history of a policy, which is the new revision of the policies. The number of statements does not
 * depend on the number of rules.
 * @returns its id.
 */
export async function recordChange(
  transaction: ChangeTransaction,
  policyId: number,
  change: {
    kind: (typeof policyChangeKinds)[number]
    rules?: readonly ChangedRule[]
    detail?: object
  },
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
