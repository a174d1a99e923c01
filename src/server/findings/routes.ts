import { findingFacets, findingTrend, getFinding, listFindings } from '#contract/findings.ts'
import { findingGroups } from '#contract/groups.ts'
import { resolveMatch } from '#contract/matches.ts'
import { search } from '#contract/search.ts'
import { patchFinding } from '#contract/ticket.ts'
import { triage, undoTriage } from '#contract/triage.ts'
import { withKeptFilter } from '#server/filters/public.ts'
import { badRequest } from '#server/http/errors.ts'
import { sayTotals } from '#server/http/page-links.ts'
import { handle, handleForEverybody, ReadyJson, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { detailOf, findingById } from './detail.ts'
import { countFacets } from './facets.ts'
import { groupFindings } from './groups.ts'
import { listPage } from './list.ts'
import { withPast } from './memory/held-past.ts'
import { searchNames } from './search.ts'
import { linkTicket } from './ticket.ts'
import { trendOf } from './trend.ts'
import { decide } from './triage.ts'
import { readTriage } from './triage-request.ts'
import { undo } from './undo.ts'
import { view } from './view.ts'
import { countWithout } from './without.ts'

/** The findings of a deployment: listed, counted, read and decided. */
export function findingRoutes(services: Services): Route[] {
  const { read } = services.database
  const detail = (deploymentId: number, id: string) =>
    read.transaction().execute(async (reader) => {
      const row = await findingById(reader, deploymentId, id)
      return new ReadyJson(await detailOf(reader, row))
    })

  return [
    handleForEverybody(listFindings, async ({ query, deployment, request, reply }) => {
      const asked = await withKeptFilter(read, deployment.id, query)
      const page = await view(services.database, (one) => listPage(one, deployment.id, asked))
      sayTotals(services, request, reply, {
        page: query.page,
        pageSize: query.page_size ?? 100,
        total: page.total,
        onward: query.after !== undefined,
      })
      return new ReadyJson(page.text)
    }),

    handleForEverybody(findingFacets, async ({ query, deployment }) => {
      const { facet, facet_q: text, without, ...set } = await withKeptFilter(read, deployment.id, query)
      return view(services.database, async (one) => {
        const counted = await countFacets(one, deployment.id, set, { facet, text })
        return without ? { ...counted, without: await countWithout(one, deployment.id, set) } : counted
      })
    }),

    handleForEverybody(findingGroups, async ({ query, deployment }) => {
      const { group_by: by, sort, ...asked } = query
      if (by === undefined) throw badRequest([{ parameter: 'group_by', detail: 'is missing' }])
      const { page, page_size: pageSize, ...set } = await withKeptFilter(read, deployment.id, asked)
      return view(services.database, (one) =>
        groupFindings(one, deployment.id, set, { by, sort, page, pageSize }),
      )
    }),

    handleForEverybody(search, ({ query, deployment }) =>
      view(services.database, (one) =>
        searchNames(one, deployment.id, { q: query.q ?? '', limit: query.limit }),
      ),
    ),

    handleForEverybody(findingTrend, async ({ query, deployment }) => {
      const { days, ...set } = await withKeptFilter(read, deployment.id, query)
      const asked = { days, now: services.now() }
      return withPast(services.database, (past) =>
        view(services.database, async (one) =>
          past && !(await past.bringTo(one.snapshot))
            ? undefined
            : trendOf(one, deployment.id, set, asked, past),
        ),
      )
    }),

    handleForEverybody(getFinding, async ({ path, deployment }) => detail(deployment.id, path.id)),

    handle(patchFinding, async ({ path, body, deployment, principal }) => {
      const edit = { deploymentId: deployment.id, id: path.id, ticket: body.external_ticket }
      await services.change(deployment.id, principal.name, (transaction) =>
        linkTicket(transaction, { ...edit, actor: principal.name, at: services.now() }),
      )
      return detail(deployment.id, path.id)
    }),

    handle(triage, async ({ body, deployment, principal }) => {
      const asked = await readTriage(read, deployment.id, body)
      const by = { deploymentId: deployment.id, actor: principal.name, at: services.now() }
      return services.change(deployment.id, principal.name, (transaction) => decide(transaction, asked, by))
    }),

    handle(undoTriage, async ({ path, deployment, principal }) => {
      const by = { deploymentId: deployment.id, actor: principal.name, at: services.now() }
      const changeId = path.change_id
      return services.change(deployment.id, principal.name, (transaction) =>
        undo(transaction, { ...by, changeId }),
      )
    }),

    handle(resolveMatch, async ({ path, body, deployment, principal }) => {
      // It needs parts of the import, which is loaded when the first file comes.
      const resolving = await import('./resolve/resolve-match.ts')
      const by = { deploymentId: deployment.id, actor: principal.name, at: services.now() }
      const asked = { ...by, findingId: path.id, matchId: path.matchId, same: body.same }
      return services.change(deployment.id, principal.name, (transaction) =>
        resolving.resolveMatch(transaction, asked),
      )
    }),
  ]
}
