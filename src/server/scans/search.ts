import type { z } from 'zod/mini'
import { timeCursorForm } from '#contract/cursor.ts'
import type { searchScans } from '#contract/scans.ts'
import type { Database } from '#server/db/database.ts'
import { impossible } from '#server/http/errors.ts'
import { demandPossible, scansOf } from './filter.ts'
import { ofScans } from './kept.ts'
import { scanRows, scanSummary } from './scan.ts'

type Search = z.output<(typeof searchScans)['body']>

const usualLimit = 100

/**
 * One page of the scans of a deployment, newest first, and the number of all that match.
 * @throws Refusal 404 for an unknown repository, 422 for a lower bound above the upper.
 * Source: docs/api.md#scans.
 */
export async function pageOfScans(database: Database, deploymentId: number, search: Search) {
  const reader = database.read
  if (search.limit !== undefined && search.pageSize !== undefined && search.limit !== search.pageSize) {
    throw impossible([
      { pointer: '/pageSize', detail: 'limit and pageSize are both set and have different values.' },
    ])
  }
  const after = cursorOf(search.cursor)
  const filter = await demandPossible(reader, deploymentId, search)
  const matching = scansOf(reader, deploymentId, filter)
  const { deploymentId: _id, cursor: _cursor, limit: _limit, pageSize: _size, ...counted } = filter
  const { total } = await ofScans(database, ['total', deploymentId, counted], (reader) =>
    scansOf(reader, deploymentId, counted)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  )
  const limit = search.limit ?? search.pageSize ?? usualLimit
  const ids = matching
    .select('scan.id')
    .$if(after !== null, (rows) =>
      rows.where((of) =>
        of(of.refTuple('scan.started_at', 'scan.id'), '<', of.tuple(after?.startedAt ?? 0, after?.id ?? 0)),
      ),
    )
    .orderBy('scan.started_at', 'desc')
    .orderBy('scan.id', 'desc')
    .limit(limit + 1)
  const found = await scanRows(reader, deploymentId)
    .where('scan.id', 'in', ids)
    .orderBy('scan.started_at', 'desc')
    .orderBy('scan.id', 'desc')
    .execute()
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    total,
    answer: {
      scans: page.map(scanSummary),
      cursor: last ? `${last.started_at}.${last.id}` : String(search.cursor || '0'),
      hasMore: found.length > limit,
    },
  }
}

/** `0` and nothing mean the first page. */
function cursorOf(given: string | number | undefined): { startedAt: number; id: number } | null {
  const [, startedAt, id] = timeCursorForm.exec(String(given ?? '')) ?? []
  if (startedAt === undefined || id === undefined) return null
  return { startedAt: Number(startedAt), id: Number(id) }
}
