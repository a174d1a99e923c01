import type { Reader } from '#server/db/database.ts'

/** The renames of a tool's rules in a project, by ids in the tool; undone ones are those that a person separated. */
export async function readRuleRenames(
  reader: Reader,
  { deploymentId, projectId, tool }: { deploymentId: number; projectId: number; tool: string },
): Promise<{ from: string; to: string; isUndone: boolean }[]> {
  const rows = await reader
    .selectFrom('rule_rename as rename')
    .innerJoin('rule as former', (join) =>
      join
        .onRef('former.deployment_id', '=', 'rename.deployment_id')
        .onRef('former.id', '=', 'rename.from_rule_id'),
    )
    .innerJoin('rule', (join) =>
      join
        .onRef('rule.deployment_id', '=', 'rename.deployment_id')
        .onRef('rule.id', '=', 'rename.to_rule_id'),
    )
    .select((eb) => eb.fn.coalesce('former.tool_rule', 'former.path').as('from'))
    .select((eb) => eb.fn.coalesce('rule.tool_rule', 'rule.path').as('to'))
    .select('rename.undone_at')
    .where('rename.deployment_id', '=', deploymentId)
    .where('rename.project_id', '=', projectId)
    .where('rule.tool', '=', tool)
    .execute()
  return rows.map(({ from, to, undone_at }) => ({ from, to, isUndone: undone_at !== null }))
}
