import type { listAudit } from '#contract/operations/audit.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import type { Audit } from '#contract/responses/deployments.ts'
import { csvCell } from '#lib/text/csv.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import type { Reader } from '#server/db/database.ts'
import { eventsOfPage, pageOfAudit } from './list.ts'

const columns = ['id', 'at', 'actor', 'action', 'target', 'detail', 'gatehouse_url'] as const
const pageSize = 500

/** Query parameters that narrow the list to an event and open it. */
const addressOf = ({ id, action, target }: Audit['events'][number]) => ({
  action,
  ...(target ? { target } : {}),
  open: id,
})

/**
 * Writes the audit log as CSV lines, read page by page while they are sent. New events come before the first one only,
 * so no page misses or repeats an event.
 * @throws HttpError like the list.
 */
export async function auditLines(
  reader: Reader,
  deploymentId: number,
  query: QueryValues<(typeof listAudit)['query']>,
  allDeployments: boolean,
  { publicUrl, slug }: { publicUrl: string; slug: string },
): Promise<{ total: number; lines: AsyncIterable<string> }> {
  const first = await pageOfAudit(reader, deploymentId, { ...query, limit: pageSize }, allDeployments)
  async function* lines() {
    yield `${columns.join(',')}\r\n`
    let page = first.answer
    for (;;) {
      yield page.events
        .map((event) => {
          const cells = {
            ...event,
            detail: event.detail === null ? null : JSON.stringify(event.detail),
            gatehouse_url: `${publicUrl}${settingsPaths.settings(slug, 'audit', addressOf(event))}`,
          }
          return `${columns.map((column) => csvCell(cells[column])).join(',')}\r\n`
        })
        .join('')
      if (page.cursor === '') return
      const next = { ...query, cursor: page.cursor, limit: pageSize }
      page = await eventsOfPage(reader, deploymentId, next, allDeployments)
    }
  }
  return { total: first.total, lines: lines() }
}
