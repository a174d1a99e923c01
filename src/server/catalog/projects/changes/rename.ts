import type { ProjectChangeAnswer } from '#contract/responses/projects.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { assertMayReuse, nameConflicts, setName } from '#server/records/projects/names.ts'
import { readProjectByName } from '#server/records/projects/project.ts'
import { countEffects } from './effects.ts'
import { assertNoConflict, insertChange, toChangeAnswer } from './project-change.ts'

export interface RenameRequest {
  name: string
  reuse_name?: boolean | null | undefined
  preview?: boolean | null | undefined
}

/**
 * Renames a project. Its former name keeps meaning it.
 * @throws HttpError 403 if a name is reused by somebody who is no administrator, 404, 409 for a name that is not free.
 * Source: docs/api.md#projects.
 */
export async function renameProject(
  services: Services,
  deployment: Deployment,
  name: string,
  principal: Principal,
  request: RenameRequest,
): Promise<ProjectChangeAnswer> {
  const mayReuse = assertMayReuse(principal, request.reuse_name)
  const { read } = services.database
  const current = await readProjectByName(read, deployment.id, name)
  const effects = await countEffects(read, current, null)
  if (request.preview) {
    const conflicts = await nameConflicts(read, deployment.id, request.name, current.id, mayReuse)
    return toChangeAnswer(current, effects, null, conflicts)
  }
  const at = services.now()
  const actor = principal.name
  return services.change(
    deployment.id,
    actor,
    async (transaction) => {
      const row = await readProjectByName(transaction, deployment.id, name)
      assertNoConflict(await nameConflicts(transaction, deployment.id, request.name, row.id, mayReuse))
      const { project, tookFrom } = await setName(transaction, row, request.name)
      const detail = { from: row.name, to: project.name, tookFrom }
      const id = await insertChange(transaction, { actor, at }, { kind: 'rename', projectId: row.id, detail })
      await recordAudit(transaction, {
        deploymentId: deployment.id,
        at,
        actor,
        action: 'project.renamed',
        target: project.name,
        detail: {
          ...{ id: row.id, change: id, from: row.name, to: project.name },
          ...(tookFrom === null ? {} : { tookFrom }),
        },
      })
      return toChangeAnswer(project, effects, { id, at })
    },
    { event: 'project.changed', id: String(current.id) },
  )
}
