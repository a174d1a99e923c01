import { policyModes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { Target } from './change-modes.ts'

/** The modes from least to most strict: no action, recorded only, comment, block. */
export const modesByStrictness = ['MODE_DISABLED', 'MODE_MONITOR', 'MODE_COMMENT', 'MODE_BLOCK'] as const
const strictness = modesByStrictness.map((mode) => toCode(policyModes, mode))
export const commentingLevel = strictness.indexOf(toCode(policyModes, 'MODE_COMMENT'))
export const blockingLevel = strictness.indexOf(toCode(policyModes, 'MODE_BLOCK'))

/** The strictness of a rule before and after a change; `commentingLevel` and `blockingLevel` are strictness values. */
export interface Effect {
  before: number
  after: number
}

/**
 * The rules whose effective mode would change, by id: if several policies contain a rule, the strictest mode applies.
 * Source: docs/api.md#impact.
 */
export async function readEffectiveChanges(
  reader: Reader,
  { id: policyId, deployment_id: deploymentId }: { id: number; deployment_id: number },
  targets: readonly Target[],
): Promise<ReadonlyMap<number, Effect>> {
  const otherPolicies = await reader
    .selectFrom('policy_rule')
    .select(['rule_id', 'mode'])
    .where('deployment_id', '=', deploymentId)
    .where('rule_id', 'in', valuesOf(targets.map(({ row }) => row.id)))
    .where('policy_id', '<>', policyId)
    .execute()
  const others = new Map<number, number>()
  for (const { rule_id: id, mode } of otherPolicies) {
    others.set(id, Math.max(others.get(id) ?? 0, strictness.indexOf(mode)))
  }
  const changes = targets.map(({ row, mode }): [number, Effect] => {
    const other = others.get(row.id) ?? 0
    return [
      row.id,
      {
        before: Math.max(other, strictness.indexOf(row.mode)),
        after: Math.max(other, strictness.indexOf(mode)),
      },
    ]
  })
  return new Map(changes.filter(([, { before, after }]) => before !== after))
}
