import type { listAudit } from '#contract/deployments.ts'
import type { QueryValues } from '#contract/query.ts'
import type { Reader } from '#server/db/database.ts'
import { cellOf } from '#server/findings/public.ts'
import { pageOfAudit } from './list.ts'

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
  const pageAfter = (cursor: string) =>
    pageOfAudit(reader, deploymentId, { ...query, cursor, limit: pageSize }, everywhere)
  const first = await pageAfter('')
  async function* lines() {
    yield `${columns.join(',')}\r\n`
    let { answer } = first
    for (;;) {
      yield answer.events
        .map((event) => {
          const cells = { ...event, detail: event.detail === null ? null : JSON.stringify(event.detail) }
          return `${columns.map((column) => cellOf(cells[column])).join(',')}\r\n`
        })
        .join('')
      if (answer.cursor === '') return
      answer = (await pageAfter(answer.cursor)).answer
    }
  }
  return { total: first.total, lines: lines() }
}
