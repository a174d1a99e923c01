import { listSecrets } from '#contract/operations/secrets.ts'
import { modesOf } from '#server/findings/columns/names.ts'
import { selectionOf } from '#server/findings/filters/query.ts'
import { serializeFindings } from '#server/findings/list/serialize-findings.ts'
import { type FindingsSnapshot, withSnapshot } from '#server/findings/snapshot.ts'
import { badRequest } from '#server/http/errors.ts'
import { readInstant } from '#server/http/request/instant.ts'
import { addTotalHeaders } from '#server/http/response/page-links.ts'
import { handle, PreparedJson, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { withSavedFilter } from '../saved/filters/saved-filter.ts'
import { pageOfSecrets } from './queries.ts'
import { toCompatibleSecret, toSecret } from './secret.ts'

/** The listing of secrets. Source: docs/api.md#secrets. */
export function secretRoutes(services: Services): Route[] {
  const route = listRoute(services, toSecret)
  return [{ ...route, compatible: listRoute(services, toCompatibleSecret) }]
}

function listRoute(services: Services, answerOf: typeof toSecret): Route {
  const { read } = services.database
  return handle(listSecrets, async ({ deployment, query, request, reply }) => {
    const { cursor, limit, page, page_size: pageSize, after, sort, include, since, ...findingFilter } = query
    const filter = await withSavedFilter(read, deployment.id, {
      ...findingFilter,
      issue_type: 'secrets' as const,
      ...(since ? { since: secondsOf(since) } : {}),
    })
    const size = pageSize ?? limit ?? 100
    return withSnapshot(
      services.columns,
      deployment.id,
      async (view) => {
        const selection = selectionOf(deployment.id, filter)
        // Removed secrets are kept for their history and listed only on request.
        const withRemoved =
          selection.withRemoved === true || findingFilter.status?.includes('FINDING_STATUS_REMOVED') === true
        const secretsPage = await pageOfSecrets(
          view,
          { ...selection, withRemoved },
          { size, page: page ?? 0, cursor, after, sort },
        )
        const { rows } = secretsPage
        const texts = await rowTexts(view, deployment.id, rows, {
          answerOf,
          withFinding: include?.includes('finding') === true,
        })
        const onward = cursor !== undefined || after !== undefined
        addTotalHeaders(services, request, reply, {
          page,
          pageSize: size,
          total: secretsPage.total,
          onward,
        })
        const next = secretsPage.hasMore ? String(rows.at(-1)?.id ?? '') : ''
        const end = `"cursor":${JSON.stringify(next)},"previous":${JSON.stringify(secretsPage.previous)}`
        return new PreparedJson(`{"findings":[${texts.join(',')}],${end}}`)
      },
      filter,
    )
  })
}

/** The secrets as JSON, on request each with the finding as in other lists. */
async function rowTexts(
  view: FindingsSnapshot,
  deploymentId: number,
  rows: Awaited<ReturnType<typeof pageOfSecrets>>['rows'],
  { answerOf, withFinding }: { answerOf: typeof toSecret; withFinding: boolean },
): Promise<string[]> {
  const modes = await modesOf(view.reader, view.columns, deploymentId)
  const written = withFinding
    ? await serializeFindings(view.reader, deploymentId, rows, { modes, supplyChain: false, withFlags: true })
    : undefined
  return rows.map((row, index) => {
    const secret = JSON.stringify(answerOf(row))
    return written ? `${secret.slice(0, -1)},"finding":${written[index]}}` : secret
  })
}

/** @throws HttpError 400 for a text that is not an instant. */
function secondsOf(since: string): number {
  const instant = readInstant(since)
  if (instant !== null) return instant / 1000
  const detail = `"${since}" is not a timestamp such as 2026-01-31T12:00:00Z`
  throw badRequest([{ parameter: 'since', detail }])
}
