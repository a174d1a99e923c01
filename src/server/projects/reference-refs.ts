import { matchesAnyRef } from '#lib/text/ref-pattern.ts'
import type { Reader } from '#server/db/database.ts'
import { parseGateSettings } from '#server/gate/public.ts'

/**
 * The ids of the refs whose findings those of a project's other refs are compared with: the primary branch, those that
 * were it before, and the protected refs. Source: docs/api.md#projects.
 */
export async function referenceRefs(
  reader: Reader,
  { deploymentId, projectId }: { deploymentId: number; projectId: number },
): Promise<ReadonlySet<number>> {
  const rows = await reader
    .selectFrom('ref')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'ref.deployment_id')
        .onRef('project.id', '=', 'ref.project_id'),
    )
    .select(['ref.id', 'ref.name', 'ref.is_primary', 'ref.was_primary', 'project.gate_json'])
    .where('ref.deployment_id', '=', deploymentId)
    .where('ref.project_id', '=', projectId)
    .where('ref.expires_at', 'is', null)
    .execute()
  const patterns = parseGateSettings(rows[0]?.gate_json ?? '{}').protected_refs
  return new Set(
    rows.flatMap(({ id, name, is_primary, was_primary }) =>
      is_primary === 1 || was_primary === 1 || matchesAnyRef(patterns, name) ? [id] : [],
    ),
  )
}
