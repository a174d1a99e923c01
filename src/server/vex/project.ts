import type { Reader } from '#server/db/database.ts'
import { projectIdNamed } from '#server/db/project-name.ts'
import { badRequest, notFound } from '#server/http/errors.ts'

/**
 * Finds the project that a query names.
 * @throws HttpError 400 without a name, 404 for an unknown one.
 */
export async function projectNamed(reader: Reader, deploymentId: number, name: string | undefined) {
  if (name === undefined || name === '') throw badRequest([{ parameter: 'project', detail: 'is missing' }])
  const project = await reader
    .selectFrom('project')
    .select(['id', 'name', 'url', 'primary_branch', 'created_at'])
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', projectIdNamed(deploymentId, name))
    .executeTakeFirst()
  if (!project) throw notFound('project')
  return project
}
