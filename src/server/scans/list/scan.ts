import type { Scan, ScanSummary } from '#contract/responses/scans.ts'
import { fromCode, scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { outcomeOf } from '../import/outcome.ts'

/** A query of scans with the columns of project and ref that responses need. */
export function scanRows(reader: Reader, deploymentId: number) {
  return reader
    .selectFrom('scan')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'scan.deployment_id')
        .onRef('project.id', '=', 'scan.project_id'),
    )
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
    )
    .selectAll('scan')
    .select(['project.name as project_name', 'project.url as project_url', 'ref.name as ref_name'])
    .select('ref.expires_at as ref_expires_at')
    .where('scan.deployment_id', '=', deploymentId)
}

export type ScanRow = Awaited<ReturnType<ReturnType<typeof scanRows>['executeTakeFirstOrThrow']>>

/** An instant in milliseconds since 1970 as ISO 8601; null for none. */
export const formatInstant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
// parse: the column holds a JSON array of strings, written by us.
const products = (row: ScanRow) => parseStored<string[]>(row.enabled_products_json)
const totalFindings = (row: ScanRow) => row.findings_code + row.findings_supply_chain + row.findings_secrets

const pendingStatus = toCode(scanStatuses, 'SCAN_STATUS_PENDING')
const failedStatus = toCode(scanStatuses, 'SCAN_STATUS_ERROR')

/** Whether a scan waits to run. A held scan has the same status, but has already run. */
const isQueued = (row: ScanRow) => row.status === pendingStatus && row.hold_json === null
const hasCounts = (row: ScanRow) => row.completed_at !== null && !isQueued(row)

/** When a scan was queued, or when it started: the column stores whichever is known. */
const startFields = (row: ScanRow) => ({
  queued_at: isQueued(row) ? formatInstant(row.started_at) : null,
  started_at: isQueued(row) ? null : formatInstant(row.started_at),
})

/** The number of findings of each type that a scan reported; null until the scan has ended. */
export const findingsCounts = (row: ScanRow) =>
  hasCounts(row)
    ? {
        total: totalFindings(row),
        code: row.findings_code,
        supply_chain: row.findings_supply_chain,
        secrets: row.findings_secrets,
      }
    : null

/** A scan as a response object. Source: docs/api.md#scans. */
export function toScan(row: ScanRow): Scan {
  // parse: the column holds a JSON object, written by us.
  const meta = parseStored<Record<string, unknown>>(row.meta_json)
  return {
    id: row.id,
    deployment_id: row.deployment_id,
    repository_id: row.project_id,
    ...startFields(row),
    completed_at: formatInstant(row.completed_at),
    enabled_products: products(row),
    exit_code: row.exit_code,
    failure: failureOf(row),
    has_logs: row.has_logs === 1,
    stats: { findings: hasCounts(row) ? totalFindings(row) : null, total_time: row.total_time },
    meta: {
      branch: row.ref_name,
      commit: row.commit,
      repo_url: row.project_url,
      repository: row.project_name,
      ...meta,
    },
  }
}

const failureOf = (row: ScanRow) => (row.status === failedStatus ? outcomeOf(row).failure : null)

/** A scan as an entry of a list. Source: docs/api.md#scans. */
export function scanSummary(row: ScanRow): ScanSummary {
  return {
    id: String(row.id),
    deployment_id: String(row.deployment_id),
    repository_id: String(row.project_id),
    branch: row.ref_name,
    commit: row.commit,
    ...startFields(row),
    completed_at: formatInstant(row.completed_at),
    enabled_products: products(row),
    exit_code: row.exit_code,
    is_full_scan: row.kind === toCode(scanKinds, 'full'),
    status: fromCode(scanStatuses, row.status),
    failure: failureOf(row),
    total_time: row.total_time,
    findings_counts: findingsCounts(row),
    repository: { name: row.project_name, url: row.project_url },
  }
}
