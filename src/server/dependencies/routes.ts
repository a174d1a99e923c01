import {
  type DependencyFilter,
  dependencyFacets,
  dependencyGroups,
  dependencyLicenses,
  exportDependencies,
  listDependencies,
  listLockfiles,
  listRepositoriesWithDependencies,
} from '#contract/operations/dependencies.ts'
import { notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { exportName } from '#server/http/response/file-name.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { readPage } from './cursor.ts'
import type { CountOpen } from './groups.ts'

// The code for versions, licenses and purls is loaded after startup, with the dependencies or on first use.
const listQueries = () => import('./queries.ts')

/** Dependencies of the primary branches. Source: docs/api.md#dependencies. */
export function dependencyRoutes(services: Services, countOpen: CountOpen): Route[] {
  const { columns } = services
  const { read } = services.database

  async function assertRepositories(deployment: Deployment, ids: readonly number[]) {
    const { unknownRepositories } = await listQueries()
    const unknown = await unknownRepositories(read, deployment.id, ids)
    if (unknown.length > 0) throw notFound('repository')
  }

  /** Checks that the filter's repositories exist. */
  const check = (deployment: Deployment, body: { dependencyFilter?: DependencyFilter | undefined }) =>
    assertRepositories(deployment, body.dependencyFilter?.repositoryId ?? [])

  const requestOf = (deployment: Deployment, body: { dependencyFilter?: DependencyFilter | undefined }) => ({
    deploymentId: deployment.id,
    filter: body.dependencyFilter,
  })

  return [
    handle(listDependencies, async ({ deployment, body, reply }) => {
      const page = readPage(body, 1000)
      await check(deployment, body)
      const { pageOfDependencies } = await listQueries()
      const { total, ...response } = await pageOfDependencies(columns, requestOf(deployment, body), page)
      reply.header('x-total-count', total)
      return response
    }),

    handle(listRepositoriesWithDependencies, async ({ deployment, body, reply }) => {
      const page = readPage(body, 5)
      await check(deployment, body)
      const { pageOfRepositories } = await listQueries()
      const { total, ...response } = await pageOfRepositories(columns, requestOf(deployment, body), page)
      reply.header('x-total-count', total)
      return response
    }),

    handle(listLockfiles, async ({ deployment, path, body, reply }) => {
      const page = readPage(body, 5)
      const projectId = ownId(path.repositoryId) ?? -1
      await assertRepositories(deployment, [projectId])
      await check(deployment, body)
      const { pageOfLockfiles } = await listQueries()
      const { total, ...response } = await pageOfLockfiles(
        columns,
        requestOf(deployment, body),
        projectId,
        page,
      )
      reply.header('x-total-count', total)
      return response
    }),

    handle(dependencyFacets, async ({ deployment, body }) => {
      await check(deployment, body)
      const { facet, facet_q: text = '' } = body
      const { dependencyFacetsOf } = await import('./facets.ts')
      return dependencyFacetsOf(columns, requestOf(deployment, body), facet && { facet, text })
    }),

    handle(dependencyGroups, async ({ deployment, body }) => {
      const { after, size } = readPage(body, 100)
      await check(deployment, body)
      const page = { after: Number(after), size, sort: body.sort ?? 'name' }
      const { groupsOf } = await import('./groups.ts')
      return groupsOf(columns, requestOf(deployment, body), page, countOpen)
    }),

    handle(dependencyLicenses, async ({ deployment, body }) => {
      await check(deployment, body)
      const { licensesOf } = await import('./licenses.ts')
      return { licenses: await licensesOf(columns, requestOf(deployment, body)) }
    }),

    handle(exportDependencies, async ({ deployment, body, principal, reply }) => {
      await check(deployment, body)
      const running = services.exports.begin(principal)
      try {
        const { startExport } = await import('./export.ts')
        const { filterParts } = await import('./file-name.ts')
        const parts = await filterParts(read, deployment.id, body.dependencyFilter)
        const origin = { publicUrl: services.publicUrl(), slug: deployment.slug }
        const { total, stream } = await startExport(columns, requestOf(deployment, body), origin)
        running.follow(stream)
        const name = exportName('dependencies', parts, services.now(), 'csv')
        reply
          .type('text/csv; charset=utf-8; header=present')
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('cache-control', 'private, no-store')
          .header('x-total-count', total)
          .send(stream)
      } catch (error) {
        running.end()
        throw error
      }
    }),
  ]
}
