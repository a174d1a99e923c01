import { toolFamily } from '#lib/tool-family.ts'
import type { Reader } from '#server/db/database.ts'
import { projectIdNamed } from '#server/db/project-name.ts'
import { notFound } from '#server/http/errors.ts'

/** A source of a project as named in requests. */
export interface NamedSource {
  deploymentId: number
  /** Name of the project. */
  repo: string
  /** Any name of the tool's family. */
  tool: string
  category: string | null
}

/** A source of a project by its ids. */
export interface SourceOfProject {
  deploymentId: number
  projectId: number
  /** The present name of the project. */
  project: string
  sourceId: number
}

/**
 * Finds a project by its name or a former one.
 * @throws HttpError 404.
 */
export async function readProject(
  reader: Reader,
  deploymentId: number,
  repo: string,
): Promise<{ id: number; name: string }> {
  const project = await reader
    .selectFrom('project')
    .select(['id', 'name'])
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', projectIdNamed(deploymentId, repo))
    .executeTakeFirst()
  if (!project) throw notFound('project')
  return project
}

/**
 * A source that has reported to a project.
 * @throws HttpError 404 for an unknown project, or one that it never reported to.
 */
export async function readSource(reader: Reader, requested: NamedSource): Promise<SourceOfProject> {
  const { deploymentId } = requested
  const { id: projectId, name: project } = await readProject(reader, deploymentId, requested.repo)
  const source = await reader
    .selectFrom('scan_source as source')
    .select('source.id')
    .where('source.deployment_id', '=', deploymentId)
    .where('source.tool', '=', toolFamily(requested.tool))
    .where('source.category', '=', requested.category ?? '')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('scan')
          .select('scan.id')
          .where('scan.deployment_id', '=', deploymentId)
          .where('scan.project_id', '=', projectId)
          .whereRef('scan.source_id', '=', 'source.id'),
      ),
    )
    .executeTakeFirst()
  if (!source) throw notFound('source of this project')
  return { deploymentId, projectId, project, sourceId: source.id }
}
