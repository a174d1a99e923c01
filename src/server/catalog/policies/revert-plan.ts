import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { HttpError } from '#server/http/errors.ts'
import { readTargets, revertRequestsOf, type Target, writeModes } from './change-modes.ts'
import { readStoredChange, toModeChange } from './history.ts'
import { withModes } from './mode-effects.ts'
import { type PolicyPlan, planChange, planDeletion, planRestoration } from './policy-plan.ts'
import { planOppositeRules } from './rules-plan.ts'
import { isSameScope, type PolicyScope, scopeOf } from './scope.ts'
import type { PolicyRow } from './set-mode.ts'

/** The column `detail_json` of a change of the kind `changed`. */
interface ChangedDetail {
  name?: { from: string; to: string }
  appliesTo?: { from: PolicyScope; to: PolicyScope }
}

/**
 * Plans the opposite of a change of a policy.
 * @param policy also if it is deleted.
 * @throws HttpError 404 for an unknown change, 409 if somebody changed the same since.
 */
export async function planRevert(reader: Reader, policy: PolicyRow, changeId: string): Promise<PolicyPlan> {
  const { change, items } = await readStoredChange(reader, policy, changeId)
  const isDeleted = policy.deleted_at !== null
  if (change.kind === 'deleted') {
    if (!isDeleted) throw changedSince()
    return planRestoration(reader, policy)
  }
  if (isDeleted) throw new HttpError(409, 'This policy is deleted. Restore it first.')
  switch (change.kind) {
    case 'created':
    case 'restored': {
      const newer = await newestChange(reader, policy)
      if (newer !== change.id) throw changedSince()
      return planDeletion(policy)
    }
    case 'changed': {
      // parse: written by `planChange`.
      const { name, appliesTo } = parseStored<ChangedDetail>(change.detail_json ?? '{}')
      if (name && policy.name !== name.to) throw changedSince()
      if (appliesTo && !isSameScope(scopeOf(policy), appliesTo.to)) throw changedSince()
      return planChange(reader, policy, { name: name?.from, scope: appliesTo?.from })
    }
    case 'rules':
      return planOppositeRules(
        reader,
        policy,
        items.map((item) => ({
          ruleId: item.rule_id,
          path: item.path,
          from: item.from_mode,
          to: item.to_mode,
        })),
      )
    case 'modes': {
      const requests = revertRequestsOf(toModeChange(change, items))
      return planModes(policy, await readTargets(reader, policy, requests))
    }
    default:
      throw new HttpError(409, 'This came from the tags of a project. Change those back.')
  }
}

const changedSince = () => new HttpError(409, 'This policy has changed since. Nothing was changed.')

function planModes(policy: PolicyRow, targets: readonly Target[]): PolicyPlan {
  const changed = targets.filter(({ row, mode }) => row.mode !== mode)
  return {
    after: (facts) => withModes(facts, policy.id, new Map(changed.map(({ row, mode }) => [row.id, mode]))),
    apply:
      changed.length === 0
        ? null
        : async (transaction, context) => ({
            id: policy.id,
            changeId: await writeModes(transaction, policy, changed, context),
          }),
  }
}

async function newestChange(reader: Reader, policy: PolicyRow): Promise<number | null> {
  const row = await reader
    .selectFrom('policy_change')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('deployment_id', '=', policy.deployment_id)
    .where('policy_id', '=', policy.id)
    .executeTakeFirst()
  return row?.id ?? null
}
