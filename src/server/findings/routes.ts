import { findingFacets, findingTrend, getFinding, listFindings } from '#contract/operations/findings.ts'
import { findingGroups } from '#contract/operations/groups.ts'
import { search } from '#contract/operations/search.ts'
import {
  compatibleFindingsQuery,
  type FindingsQuery,
  misplacedCompatibleFilters,
} from '#contract/parameters/findings-query.ts'
import { badRequest } from '#server/http/errors.ts'
import { addTotalHeaders } from '#server/http/response/page-links.ts'
import { type Call, handle, handlePublic, PreparedJson, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { countFacets } from './counts/facets.ts'
import { readTrend } from './counts/trend.ts'
import { readDetail } from './detail/detail.ts'
import { countWithoutEach } from './filters/excluded-filters.ts'
import { groupFindings } from './groups/groups.ts'
import { listCompatiblePage, listPage, unfilteredPage } from './list/list.ts'
import { searchNames } from './list/search.ts'
import { withSavedFilter } from './saved/filters/saved-filter.ts'
import { isReadingFindings, withHistory, withSnapshot } from './snapshot.ts'

/** The findings of a deployment: lists, counts and details. */
export function findingRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    listRoute(services),

    ...countRoutes(services),

    handlePublic(search, ({ query, deployment }) =>
      withSnapshot(services.columns, deployment.id, (snapshot) =>
        searchNames(snapshot, deployment.id, { q: query.q ?? '', limit: query.limit }),
      ),
    ),

    handlePublic(findingTrend, async ({ query, deployment }) => {
      const { days, ...set } = await withSavedFilter(read, deployment.id, query)
      const parameters = { days, now: services.now() }
      return withHistory(services.columns, deployment.id, (view, history) =>
        readTrend(view, deployment.id, set, parameters, history),
      )
    }),

    handlePublic(getFinding, async ({ path, deployment }) => readDetail(read, deployment.id, path.id)),
  ]
}

/** Counts of the findings of a filter. */
function countRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handlePublic(findingFacets, async ({ query, deployment }) => {
      const { facet, facet_q: text, without, ...set } = await withSavedFilter(read, deployment.id, query)
      return withSnapshot(
        services.columns,
        deployment.id,
        async (snapshot) => {
          const counted = await countFacets(snapshot, deployment.id, set, { facet, text })
          return without
            ? { ...counted, without: await countWithoutEach(snapshot, deployment.id, set) }
            : counted
        },
        set,
      )
    }),

    handlePublic(findingGroups, async ({ query, deployment }) => {
      const { group_by: by, sort, ...parameters } = query
      if (by === undefined) throw badRequest([{ parameter: 'group_by', detail: 'is missing' }])
      const { page, page_size: pageSize, ...set } = await withSavedFilter(read, deployment.id, parameters)
      return withSnapshot(
        services.columns,
        deployment.id,
        (snapshot) => groupFindings(snapshot, deployment.id, set, { by, sort, page, pageSize }),
        set,
      )
    }),
  ]
}

/**
 * The list of findings. While findings are loaded for the first time, it serves pages without a filter from the
 * database.
 */
function listRoute(services: Services): Route {
  const route = handlePublic(
    listFindings,
    async ({ query, deployment, request, reply }) => {
      const parameters = await withSavedFilter(services.database.read, deployment.id, query)
      const page = await withSnapshot(
        services.columns,
        deployment.id,
        (snapshot) => listPage(snapshot, deployment.id, parameters),
        parameters,
      )
      addTotals(services, { query, request, reply }, page.total)
      return new PreparedJson(page.text)
    },
    async ({ query, deployment, request, reply }) => {
      if (!(await isReadingFindings(services.columns, deployment.id))) return null
      const page = await unfilteredPage(services.database, deployment.id, query)
      if (page === null) return null
      const { page_size: pageSize = 100 } = query
      const { total } = page
      addTotalHeaders(services, request, reply, { page: query.page, pageSize, total, onward: false })
      return new PreparedJson(page.text)
    },
  )
  return { ...route, compatible: compatibleList(services) }
}

const addTotals = (
  services: Services,
  { query: { page, page_size: pageSize = 100, after }, request, reply }: ListCall,
  total: number,
) => addTotalHeaders(services, request, reply, { page, pageSize, total, onward: after !== undefined })

type ListCall = Pick<Call<typeof listFindings>, 'request' | 'reply'> & {
  query: Pick<FindingsQuery, 'page' | 'page_size' | 'after'>
}

/** The list for a token with compatible answers. */
function compatibleList(services: Services): NonNullable<Route['compatible']> {
  const operation = { ...listFindings, query: compatibleFindingsQuery }
  const { handle: answer } = handle(operation, async ({ query, deployment, request, reply }) => {
    const { issue_type: types, ...filter } = query
    const parameters = await withSavedFilter(services.database.read, deployment.id, {
      ...filter,
      issue_type: types?.[0],
    })
    const page = await withSnapshot(
      services.columns,
      deployment.id,
      (snapshot) => listCompatiblePage(snapshot, deployment.id, { ...parameters, issue_type: types }),
      parameters,
    )
    addTotals(services, { query, request, reply }, page.total)
    return new PreparedJson(page.text)
  })
  const queryFaults = misplacedCompatibleFilters
  return { handle: answer, reads: { query: compatibleFindingsQuery, queryFaults } }
}
