import { listSecrets } from '#contract/secrets.ts'
import { withKeptFilter } from '#server/filters/public.ts'
import { selectionOf, writtenFindings } from '#server/findings/public.ts'
import { badRequest } from '#server/http/errors.ts'
import { readInstant } from '#server/http/instant.ts'
import { sayTotals } from '#server/http/page-links.ts'
import { handle, ReadyJson, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { alsoRemoved, pageOfSecrets } from './queries.ts'
import { answeredSecret } from './secret.ts'

/** The listing of secrets. Source: docs/api.md#secrets. */
export function secretRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handle(listSecrets, async ({ deployment, query, request, reply }) => {
      const { cursor, limit, page, page_size: pageSize, after, sort, include, since, ...asked } = query
      const filter = await withKeptFilter(read, deployment.id, {
        ...asked,
        issue_type: 'secrets' as const,
        ...(since ? { since: secondsOf(since) } : {}),
      })
      const size = pageSize ?? limit ?? 100
      return read.transaction().execute(async (reader) => {
        const selection = selectionOf(deployment.id, filter)
        const found = await pageOfSecrets(
          reader,
          asked.status?.includes('FINDING_STATUS_REMOVED') ? alsoRemoved(selection) : selection,
          { size, page: page ?? 0, cursor, after, sort },
        )
        const { rows } = found
        const written = include?.includes('finding')
          ? await writtenFindings(reader, rows, { supplyChain: false, marked: true })
          : undefined
        const texts = rows.map((row, index) => {
          const secret = JSON.stringify(answeredSecret(row))
          return written ? `${secret.slice(0, -1)},"finding":${written[index]}}` : secret
        })
        const onward = cursor !== undefined || after !== undefined
        sayTotals(services, request, reply, { page, pageSize: size, total: found.total, onward })
        const next = found.hasMore ? String(rows.at(-1)?.id ?? '') : ''
        const end = `"cursor":${JSON.stringify(next)},"previous":${JSON.stringify(found.previous)}`
        return new ReadyJson(`{"findings":[${texts.join(',')}],${end}}`)
      })
    }),
  ]
}

/** @throws Refusal 400 for what is no instant. */
function secondsOf(since: string): number {
  const instant = readInstant(since)
  if (instant !== null) return instant / 1000
  const detail = `"${since}" is not a timestamp such as 2026-01-31T12:00:00Z`
  throw badRequest([{ parameter: 'since', detail }])
}
