import { recordAudit } from '#server/audit/public.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { type ProjectRow, projectNamed, tagsOf } from './project.ts'

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((tag, index) => tag === other[index])

/**
 * Changes the tags of one project, with a line in the audit log. What changes nothing writes nothing, so that no
 * cached answer is thrown away for it.
 * @param next the tags that shall stand, made from those that stand; it may refuse.
 * @returns the project as it stands then.
 */
export async function changeTags(
  services: Services,
  deployment: Deployment,
  name: string,
  actor: string,
  next: (present: readonly string[]) => string[],
): Promise<ProjectRow> {
  const before = await projectNamed(services.database.read, deployment.id, name)
  if (same(next(tagsOf(before)), tagsOf(before))) return before
  return services.change(
    deployment.id,
    async (transaction) => {
      const row = await projectNamed(transaction, deployment.id, name)
      const present = tagsOf(row)
      const tags = next(present)
      if (same(tags, present)) return row
      const changed = await transaction
        .updateTable('project')
        .set({ tags_json: JSON.stringify(tags) })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await recordAudit(transaction, {
        deploymentId: deployment.id,
        at: services.now(),
        actor,
        action: 'project.tagged',
        target: name,
        detail: {
          added: tags.filter((tag) => !present.includes(tag)),
          removed: present.filter((tag) => !tags.includes(tag)),
        },
      })
      return changed
    },
    { event: 'project.changed', id: String(before.id) },
  )
}
