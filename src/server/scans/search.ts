import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { searchScans } from '#contract/scans.ts'
import { code, scanKinds, scanStatuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { badRequest, impossible, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/own-id.ts'
import { scanRows, scanSummary } from './scan.ts'
import { wholeRef } from './upload-query.ts'

type Filter = z.output<(typeof searchScans)['body']>

const usualLimit = 100

/**
 * One page of the scans of a deployment, newest first.
 * @throws Refusal 404 for an unknown repository, 400 for a malformed cursor, 422 for a lower bound above the upper.
 * Source: API decisions, "Named operations".
 */
export async function pageOfScans(reader: Reader, deploymentId: number, filter: Filter) {
  const { min, max } = filter.total_time ?? {}
  if (min !== undefined && max !== undefined && min > max) {
    throw impossible([
      { pointer: '/total_time', detail: `The shortest time ${min} is above the longest ${max}.` },
    ])
  }
  if (filter.limit !== undefined && filter.pageSize !== undefined && filter.limit !== filter.pageSize) {
    throw impossible([
      { pointer: '/pageSize', detail: 'limit and pageSize name the same thing, but differ here.' },
    ])
  }
  const after = cursorOf(filter.cursor)
  let rows = scanRows(reader, deploymentId)
  if (filter.repository_id !== undefined) {
    rows = rows.where('scan.project_id', '=', await repository(reader, deploymentId, filter.repository_id))
  }
  if (filter.branch) rows = rows.where('ref.name', '=', wholeRef(filter.branch))
  if (filter.since !== undefined) rows = rows.where('scan.started_at', '>=', Date.parse(filter.since))
  if (filter.is_full_scan !== undefined)
    rows = rows.where('scan.kind', '=', code(scanKinds, filter.is_full_scan ? 'full' : 'diff'))
  if (filter.statuses && filter.statuses.length > 0) {
    rows = rows.where(
      'scan.status',
      'in',
      filter.statuses.map((status) => code(scanStatuses, status)),
    )
  }
  if (filter.products && filter.products.length > 0) {
    rows = rows.where(
      sql<boolean>`exists (select 1 from json_each(scan.enabled_products_json) as product
        where product.value in (select value from json_each(${JSON.stringify(filter.products)})))`,
    )
  }
  if (min !== undefined) rows = rows.where('scan.total_time', '>=', min)
  if (max !== undefined) rows = rows.where('scan.total_time', '<=', max)
  if (after) {
    rows = rows.where((of) =>
      of.or([
        of('scan.started_at', '<', after.startedAt),
        of.and([of('scan.started_at', '=', after.startedAt), of('scan.id', '<', after.id)]),
      ]),
    )
  }
  const limit = filter.limit ?? filter.pageSize ?? usualLimit
  const found = await rows
    .orderBy('scan.started_at', 'desc')
    .orderBy('scan.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    scans: page.map(scanSummary),
    cursor: last ? `${last.started_at}.${last.id}` : String(filter.cursor || '0'),
    hasMore: found.length > limit,
  }
}

async function repository(reader: Reader, deploymentId: number, given: number | string): Promise<number> {
  const id = ownId(String(given))
  const row =
    id === null
      ? undefined
      : await reader
          .selectFrom('project')
          .select('id')
          .where('deployment_id', '=', deploymentId)
          .where('id', '=', id)
          .executeTakeFirst()
  if (!row) throw notFound('repository')
  return row.id
}

/** `0` and nothing mean the first page. */
function cursorOf(given: string | number | undefined): { startedAt: number; id: number } | null {
  const text = String(given ?? '')
  if (text === '' || text === '0') return null
  const [, startedAt, id] = /^(\d{1,15})\.(\d{1,10})$/.exec(text) ?? []
  if (startedAt === undefined || id === undefined) {
    throw badRequest([{ pointer: '/cursor', detail: 'is not a cursor that this service gave' }])
  }
  return { startedAt: Number(startedAt), id: Number(id) }
}
