import { listSources, restoreSource, retireSource } from '#contract/sources.ts'
import { badRequest } from '#server/http/errors.ts'
import { handle, handleForEverybody, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { sourceOf, sourcesOf } from './list.ts'
import { restoreSource as restore } from './restore.ts'
import { type AskedOfSource, retireSource as retire } from './retire.ts'
import { projectIdOf } from './source.ts'

/** What reports to a project. Source: docs/api.md#lifecycle. */
export function sourceRoutes(services: Services): Route[] {
  const { read } = services.database

  const changed = async (
    deployment: Deployment,
    actor: string,
    named: { repo: string; tool: string; category?: string | null | undefined },
    change: typeof retire,
  ) => {
    const asked: AskedOfSource = {
      ...named,
      category: named.category ?? null,
      deploymentId: deployment.id,
      actor,
      at: services.now(),
    }
    const projectId = await projectIdOf(read, deployment.id, named.repo)
    return services.change(
      deployment.id,
      actor,
      async (transaction) => {
        const { source, findings } = await change(transaction, asked)
        return { source: await sourceOf(transaction, source, asked.at), findings }
      },
      { event: 'project.changed', id: String(projectId) },
    )
  }

  return [
    handleForEverybody(listSources, async ({ deployment, query }) => {
      if (query.repo === undefined || query.repo === '')
        throw badRequest([{ parameter: 'repo', detail: 'is missing' }])
      const projectId = await projectIdOf(read, deployment.id, query.repo)
      const found = await sourcesOf(read, { deploymentId: deployment.id, projectId }, services.now())
      return { sources: found.map(({ id: _, ...source }) => source) }
    }),

    handle(retireSource, ({ deployment, body, principal }) =>
      changed(deployment, principal.name, body, retire),
    ),

    handle(restoreSource, ({ deployment, body, principal }) =>
      changed(deployment, principal.name, body, restore),
    ),
  ]
}
