import {
  type DependencyFilter,
  listDependencies,
  listLockfiles,
  listRepositoriesWithDependencies,
} from '#contract/dependencies.ts'
import { demandSameAsPath } from '#server/http/body-matches-path.ts'
import { notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/own-id.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { readPage } from './cursor.ts'
import { pageOfDependencies, pageOfLockfiles, pageOfRepositories, unknownRepositories } from './queries.ts'

/** Dependencies of the primary branches. Source: API description, "Dependency"; API decisions, "Dependencies". */
export function dependencyRoutes(services: Services): Route[] {
  const { read } = services.database

  async function demandRepositories(deployment: Deployment, ids: readonly number[]) {
    const unknown = await unknownRepositories(read, deployment.id, ids)
    if (unknown.length > 0) throw notFound('repository')
  }

  /** What the three lists have in common: the body held against the path, and the filter's repositories known. */
  async function check(
    deployment: Deployment,
    body: { deploymentId?: string | undefined; dependencyFilter?: DependencyFilter | undefined },
  ) {
    demandSameAsPath({ deploymentId: { body: body.deploymentId, path: String(deployment.id) } })
    await demandRepositories(deployment, body.dependencyFilter?.repositoryId ?? [])
  }

  return [
    handle(listDependencies, async ({ deployment, body, reply }) => {
      const page = readPage(body, 1000)
      await check(deployment, body)
      const { total, ...answer } = await pageOfDependencies(read, deployment.id, body.dependencyFilter, page)
      reply.header('x-total-count', total)
      return answer
    }),

    handle(listRepositoriesWithDependencies, async ({ deployment, body, reply }) => {
      const page = readPage(body, 5)
      await check(deployment, body)
      const { total, ...answer } = await pageOfRepositories(read, deployment.id, body.dependencyFilter, page)
      reply.header('x-total-count', total)
      return answer
    }),

    handle(listLockfiles, async ({ deployment, path, body, reply }) => {
      const page = readPage(body, 5)
      const projectId = ownId(path.repositoryId) ?? -1
      await demandRepositories(deployment, [projectId])
      demandSameAsPath({ repositoryId: { body: body.repositoryId, path: path.repositoryId } })
      await check(deployment, body)
      const { total, ...answer } = await pageOfLockfiles(
        read,
        deployment.id,
        projectId,
        body.dependencyFilter,
        page,
      )
      reply.header('x-total-count', total)
      return answer
    }),
  ]
}
