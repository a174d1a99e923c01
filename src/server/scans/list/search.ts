import type { z } from 'zod/mini'
import type { BodySchema } from '#contract/operation.ts'
import type { searchScans } from '#contract/operations/scans.ts'
import { timeCursorForm } from '#contract/parameters/cursor.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import { unprocessable } from '#server/http/errors.ts'
import { assertPossible, scansOf } from './filter.ts'
import { cachedScanQuery } from './query-cache.ts'
import { scanRows, scanSummary } from './scan.ts'

type ScanSearch = z.output<BodySchema<typeof searchScans>>

const defaultLimit = 100

/**
 * One page of the scans of a deployment, newest first, and the number of all that match.
 * @throws HttpError 404 for an unknown repository, 422 for a lower bound above the upper.
 * Source: docs/api.md#scans.
 */
export async function pageOfScans(stores: ColumnStores, deploymentId: number, search: ScanSearch) {
  const reader = stores.database.read
  if (search.limit !== undefined && search.pageSize !== undefined && search.limit !== search.pageSize) {
    throw unprocessable([
      { pointer: '/pageSize', detail: 'limit and pageSize are both set and have different values.' },
    ])
  }
  const after = cursorOf(search.cursor)
  const filter = await assertPossible(reader, deploymentId, search)
  const matching = scansOf(reader, deploymentId, filter)
  const { deploymentId: _id, cursor: _cursor, limit: _limit, pageSize: _size, ...countFilter } = filter
  const { total } = await cachedScanQuery(stores, deploymentId, ['total', countFilter], (reader) =>
    scansOf(reader, deploymentId, countFilter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  )
  const limit = search.limit ?? search.pageSize ?? defaultLimit
  const ids = matching
    .select('scan.id')
    .$if(after !== null, (rows) =>
      rows.where((eb) =>
        eb(eb.refTuple('scan.started_at', 'scan.id'), '<', eb.tuple(after?.startedAt ?? 0, after?.id ?? 0)),
      ),
    )
    .orderBy('scan.started_at', 'desc')
    .orderBy('scan.id', 'desc')
    .limit(limit + 1)
  const matches = await scanRows(reader, deploymentId)
    .where('scan.id', 'in', ids)
    .orderBy('scan.started_at', 'desc')
    .orderBy('scan.id', 'desc')
    .execute()
  const page = matches.slice(0, limit)
  const last = page.at(-1)
  return {
    total,
    answer: {
      scans: page.map(scanSummary),
      cursor: last ? `${last.started_at}.${last.id}` : String(search.cursor || '0'),
      hasMore: matches.length > limit,
    },
  }
}

/** `0` or a missing cursor selects the first page. */
function cursorOf(cursor: string | number | undefined): { startedAt: number; id: number } | null {
  const [, startedAt, id] = timeCursorForm.exec(String(cursor ?? '')) ?? []
  if (startedAt === undefined || id === undefined) return null
  return { startedAt: Number(startedAt), id: Number(id) }
}
