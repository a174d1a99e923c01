import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { BodySchema } from '#contract/operation.ts'
import type { scanFacets } from '#contract/operations/scans.ts'
import { primaryRef } from '#contract/parameters/query.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { isOutsideMergeQueues } from '#server/db/merge-queue.ts'
import { projectIdsNamed } from '#server/db/project-name.ts'
import { contains, jsonElements, textsOf } from '#server/db/sql.ts'
import { type Fault, notFound, unprocessable } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { scansOfVerdicts } from '#server/records/gate/pull-request-verdicts.ts'

export type ScanFilter = z.output<BodySchema<typeof scanFacets>>

/**
 * Returns the filter after checking that it can select scans.
 * @throws HttpError 404 for an unknown repository, 422 for a lower bound above the upper.
 */
export async function assertPossible<F extends ScanFilter>(
  reader: Reader,
  deploymentId: number,
  filter: F,
): Promise<F> {
  const faults: Fault[] = []
  const { min, max } = filter.total_time ?? {}
  if (min !== undefined && max !== undefined && min > max) {
    faults.push({ pointer: '/total_time', detail: `The minimum ${min} is greater than the maximum ${max}.` })
  }
  const { since, until } = filter
  if (since !== undefined && until !== undefined && Date.parse(since) > Date.parse(until)) {
    faults.push({ pointer: '/until', detail: `until (${until}) is before since (${since}).` })
  }
  if (faults.length > 0) throw unprocessable(faults)
  if (filter.repository_id === undefined) return filter
  const id = ownId(String(filter.repository_id))
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
  return filter
}

/**
 * A query of the scans of a deployment that match a filter, without those of merge queues. An empty list has no effect,
 * like a missing one.
 */
export function scansOf(reader: Reader, deploymentId: number, filter: ScanFilter) {
  const { min, max } = filter.total_time ?? {}
  let rows = reader
    .selectFrom('scan')
    .where('scan.deployment_id', '=', deploymentId)
    .where(isOutsideMergeQueues(deploymentId, sql.ref('scan.ref_id')))
  if (filter.repository_id !== undefined)
    rows = rows.where('scan.project_id', '=', Number(filter.repository_id))
  if (filter.repos && filter.repos.length > 0) {
    rows = rows.where(
      sql<boolean>`scan.project_id in ${projectIdsNamed(deploymentId, textsOf(filter.repos))}`,
    )
  }
  if (filter.project_tags && filter.project_tags.length > 0) {
    const tags = textsOf(filter.project_tags)
    rows = rows.where(
      sql<boolean>`scan.project_id in (select id from project where deployment_id = ${deploymentId}
        and exists (select 1 from ${jsonElements(sql.ref('project.tags_json'))} as tag where tag.value in ${tags}))`,
    )
  }
  if (filter.gate) {
    const { verdict, since } = filter.gate
    rows = rows.where('scan.id', 'in', scansOfVerdicts(deploymentId, Date.parse(since), verdict))
  }
  if (filter.branch) {
    const is = filter.branch === primaryRef ? sql`is_primary = 1` : sql`name = ${wholeRef(filter.branch)}`
    rows = rows.where(
      sql<boolean>`scan.ref_id in (select id from ref where deployment_id = ${deploymentId} and ${is})`,
    )
  }
  if (filter.since !== undefined) rows = rows.where('scan.started_at', '>=', Date.parse(filter.since))
  if (filter.until !== undefined) rows = rows.where('scan.started_at', '<', Date.parse(filter.until))
  if (filter.is_full_scan !== undefined)
    rows = rows.where('scan.kind', '=', toCode(scanKinds, filter.is_full_scan ? 'full' : 'diff'))
  if (filter.statuses && filter.statuses.length > 0) {
    rows = rows.where(
      'scan.status',
      'in',
      filter.statuses.map((status) => toCode(scanStatuses, status)),
    )
  }
  if (filter.products && filter.products.length > 0) {
    // The list is JSON of values from the contract, so a quoted value is one of its elements.
    const ran = filter.products.map((product) =>
      contains(sql.ref('scan.enabled_products_json'), sql.val(JSON.stringify(product))),
    )
    rows = rows.where((eb) => eb.or(ran))
  }
  if (min !== undefined) rows = rows.where('scan.total_time', '>=', min)
  if (max !== undefined) rows = rows.where('scan.total_time', '<=', max)
  return rows
}
