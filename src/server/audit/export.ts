import type { listAudit } from '#contract/audit.ts'
import type { QueryValues } from '#contract/query.ts'
import type { Reader } from '#server/db/database.ts'
import { cellOf } from '#server/findings/public.ts'
import { eventsOfPage, pageOfAudit } from './list.ts'

const columns = ['id', 'at', 'actor', 'action', 'target', 'detail'] as const
const pageSize = 500

/**
 * The audit log as lines of a table, read page by page while they are sent. Events are only ever added before the
 * first one, so that no page misses or repeats any.
 * @throws Refusal as the list.
 */
export async function auditLines(
  reader: Reader,
  deploymentId: number,
  query: QueryValues<(typeof listAudit)['query']>,
  everywhere: boolean,
): Promise<{ total: number; lines: AsyncIterable<string> }> {
  const first = await pageOfAudit(reader, deploymentId, { ...query, limit: pageSize }, everywhere)
  async function* lines() {
    yield `${columns.join(',')}\r\n`
    let page = first.answer
    for (;;) {
      yield page.events
        .map((event) => {
          const cells = { ...event, detail: event.detail === null ? null : JSON.stringify(event.detail) }
          return `${columns.map((column) => cellOf(cells[column])).join(',')}\r\n`
        })
        .join('')
      if (page.cursor === '') return
      const next = { ...query, cursor: page.cursor, limit: pageSize }
      page = await eventsOfPage(reader, deploymentId, next, everywhere)
    }
  }
  return { total: first.total, lines: lines() }
}
