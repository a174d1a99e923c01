import type { policyModes } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { type TextScope, textOfFinding } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { modeOfLevel, readEffectiveModes } from '#server/records/policies/effective-modes.ts'

/** A rule with its effective mode in a project, and the policy that decides it; that of new rules if none contains it. */
export interface GateRule {
  path: string
  title: string | null
  mode: (typeof policyModes)[number]
  policy: { id: number; name: string } | null
}

/** Rules of a project by id. */
export async function gateRules(
  reader: Reader,
  deploymentId: number,
  projectId: number,
  ids: ReadonlySet<number>,
  scope: TextScope,
): Promise<ReadonlyMap<number, GateRule>> {
  const rows = await reader
    .selectFrom('rule')
    .select(['rule.id', 'rule.path', textOfFinding('title', scope).as('title')])
    .where('rule.deployment_id', '=', deploymentId)
    .where('rule.id', 'in', valuesOf(ids))
    .execute()
  const modes = await readEffectiveModes(reader, deploymentId, { rules: ids, projects: [projectId] })
  return new Map(
    rows.map(({ id, path, title }) => {
      const policy = modes.policyOf(projectId, id)
      return [
        id,
        {
          ...{ path, title },
          mode: modeOfLevel(modes.levelOf(projectId, id)) ?? 'MODE_MONITOR',
          policy: policy && { id: policy.id, name: policy.name },
        },
      ]
    }),
  )
}
