import { listSources, restoreSource, retireSource } from '#contract/operations/sources.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { badRequest } from '#server/http/errors.ts'
import { handle, handlePublic, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { readProject } from '#server/records/source.ts'
import { sourceOf, sourcesOf } from './list.ts'
import { restoreSource as restore } from './restore.ts'
import { retireSource as retire, type SourceRequest } from './retire.ts'

/** The sources that report to a project. Source: docs/api.md#lifecycle. */
export function sourceRoutes(services: Services): Route[] {
  const { read } = services.database

  const changeSource = async (
    deployment: Deployment,
    actor: string,
    named: { repo: string; tool: string; category?: string | null | undefined },
    change: typeof retire,
  ) => {
    const request: SourceRequest = {
      ...named,
      category: named.category ?? null,
      deploymentId: deployment.id,
      actor,
      at: services.now(),
    }
    const { id: projectId } = await readProject(read, deployment.id, named.repo)
    const { source, findings } = await services.change(
      deployment.id,
      actor,
      (transaction) => change(transaction, request),
      { event: 'project.changed', id: String(projectId) },
    )
    const changed = await withSnapshot(services.columns, deployment.id, (view) =>
      sourceOf(view, source, request.at),
    )
    return { source: changed, findings }
  }

  return [
    handlePublic(listSources, async ({ deployment, query }) => {
      if (query.repo === undefined || query.repo === '')
        throw badRequest([{ parameter: 'repo', detail: 'is missing' }])
      const { id: projectId } = await readProject(read, deployment.id, query.repo)
      const sources = await withSnapshot(services.columns, deployment.id, (view) =>
        sourcesOf(view, { deploymentId: deployment.id, projectId }, services.now()),
      )
      return { sources: sources.map(({ id: _, ...source }) => source) }
    }),

    handle(retireSource, ({ deployment, body, principal }) =>
      changeSource(deployment, principal.name, body, retire),
    ),

    handle(restoreSource, ({ deployment, body, principal }) =>
      changeSource(deployment, principal.name, body, restore),
    ),
  ]
}
