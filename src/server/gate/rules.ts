import { policyModes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { type TextScope, textOfFinding } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { modesByStrictness } from '#server/policies/public.ts'

/** A rule with its effective mode: the strictest of the policies that contain it, else that of new rules. */
export interface GateRule {
  path: string
  title: string | null
  mode: (typeof policyModes)[number]
}

/** Rules by id. */
export async function gateRules(
  reader: Reader,
  deploymentId: number,
  ids: ReadonlySet<number>,
  scope: TextScope,
): Promise<ReadonlyMap<number, GateRule>> {
  const rows = await reader
    .selectFrom('rule')
    .leftJoin('policy_rule', (join) =>
      join
        .onRef('policy_rule.deployment_id', '=', 'rule.deployment_id')
        .onRef('policy_rule.rule_id', '=', 'rule.id'),
    )
    .select(['rule.id', 'rule.path', textOfFinding('title', scope).as('title'), 'policy_rule.mode'])
    .where('rule.deployment_id', '=', deploymentId)
    .where('rule.id', 'in', valuesOf(ids))
    .execute()
  const rules = new Map<number, GateRule>()
  for (const { id, path, title, mode } of rows) {
    const known = rules.get(id)
    const isStricter = (other: GateRule['mode']) => mode !== null && mode === toCode(policyModes, other)
    const own = modesByStrictness.findLast(isStricter) ?? 'MODE_MONITOR'
    const isLess =
      known !== undefined && modesByStrictness.indexOf(known.mode) >= modesByStrictness.indexOf(own)
    if (!isLess) rules.set(id, { path, title, mode: own })
  }
  return rules
}

/** The newest change of modes in a deployment; 0 if there was none. */
export async function policyRevision(reader: Reader, deploymentId: number): Promise<number> {
  const row = await reader
    .selectFrom('policy_change')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst()
  return row?.id ?? 0
}
