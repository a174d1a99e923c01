import { findingFacets, findingTrend, getFinding, listFindings } from '#contract/operations/findings.ts'
import { findingGroups } from '#contract/operations/groups.ts'
import { resolveMatch } from '#contract/operations/matches.ts'
import { search } from '#contract/operations/search.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import {
  compatibleFindingsQuery,
  type FindingsQuery,
  misplacedCompatibleFilters,
} from '#contract/parameters/findings-query.ts'
import { badRequest } from '#server/http/errors.ts'
import { addTotalHeaders } from '#server/http/response/page-links.ts'
import { type Call, handle, handlePublic, PreparedJson, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { linkTicket } from '#server/triage/decisions/ticket.ts'
import { triageFindings } from '#server/triage/decisions/triage.ts'
import { parseTriage } from '#server/triage/decisions/triage-request.ts'
import { revertTriage } from '#server/triage/decisions/undo.ts'
import { countFacets } from './counts/facets.ts'
import { readTrend } from './counts/trend.ts'
import { findingById, getFindingDetail } from './detail/detail.ts'
import { countWithoutEach } from './filters/excluded-filters.ts'
import { groupFindings } from './groups/groups.ts'
import { listCompatiblePage, listPage, unfilteredPage } from './list/list.ts'
import { searchNames } from './list/search.ts'
import { withSavedFilter } from './saved/filters/saved-filter.ts'
import {
  isReadingFindings,
  prepareColumns,
  selectFirstBeforeChange,
  withHistory,
  withSnapshot,
} from './snapshot.ts'

/** The findings of a deployment: lists, counts, details and triage. */
export function findingRoutes(services: Services): Route[] {
  const { read } = services.database
  const detail = (deploymentId: number, id: string) =>
    read.transaction().execute(async (reader) => {
      const row = await findingById(reader, deploymentId, id)
      return new PreparedJson(await getFindingDetail(reader, row))
    })

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

    handlePublic(getFinding, async ({ path, deployment }) => detail(deployment.id, path.id)),

    handle(patchFinding, async ({ path, body, deployment, principal }) => {
      const edit = { deploymentId: deployment.id, id: path.id, ticket: body.external_ticket }
      await services.change(deployment.id, principal.name, (transaction) =>
        linkTicket(transaction, { ...edit, actor: principal.name, at: services.now() }),
      )
      return detail(deployment.id, path.id)
    }),

    handle(triage, async ({ body, deployment, principal }) => {
      const actor = { deploymentId: deployment.id, actor: principal.name, at: services.now() }
      const parameters = await parseTriage(read, deployment.id, body, { ...actor, now: actor.at })
      const { target } = parameters
      if ('selection' in target)
        await prepareColumns(services.columns, deployment.id, target.selection.filter)
      return services.change(deployment.id, principal.name, (transaction, run) =>
        triageFindings(transaction, parameters, actor, (selection, limit) =>
          selectFirstBeforeChange(services.columns, run.reader, selection, limit),
        ),
      )
    }),

    handle(undoTriage, async ({ path, deployment, principal }) => {
      const actor = { deploymentId: deployment.id, actor: principal.name, at: services.now() }
      const changeId = path.change_id
      return services.change(deployment.id, principal.name, (transaction) =>
        revertTriage(transaction, { ...actor, changeId }),
      )
    }),

    handle(resolveMatch, async ({ path, body, deployment, principal }) => {
      // Loaded on demand, because it depends on import modules that are loaded with the first upload.
      const resolving = await import('#server/scans/resolve/resolve-match.ts')
      const actor = { deploymentId: deployment.id, actor: principal.name, at: services.now() }
      const parameters = { ...actor, findingId: path.id, matchId: path.matchId, same: body.same }
      return services.change(deployment.id, principal.name, (transaction) =>
        resolving.resolveMatch(transaction, parameters),
      )
    }),
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
