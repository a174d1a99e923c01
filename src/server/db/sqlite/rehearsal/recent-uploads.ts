import { DatabaseSync } from 'node:sqlite'
import { scanKinds, scanStatuses, toCode } from '../../codes.ts'
import type { UploadedScan } from '../../comparison.ts'

/** The newest uploads that were applied, in the order in which they came. A file may have created several scans. */
const statement = `
  select deployment.slug as deployment, project.name as project, ref.name as ref, scan.kind as kind,
    scan.file_digest as digest, count(distinct scan.source_id) as sources, max(scan_source.category) as category,
    max(scan.id) as newest
  from scan
  join deployment on deployment.id = scan.deployment_id
  join project on project.id = scan.project_id and project.deployment_id = scan.deployment_id
  join ref on ref.id = scan.ref_id and ref.deployment_id = scan.deployment_id
  join scan_source on scan_source.id = scan.source_id and scan_source.deployment_id = scan.deployment_id
  where scan.file_digest is not null and scan.status = ?
  group by scan.deployment_id, scan.project_id, scan.ref_id, scan.kind, scan.file_digest
  order by max(coalesce(scan.completed_at, scan.started_at)) desc, max(scan.id) desc
  limit ?`

/** The last uploads of a database of any version, oldest first. */
export function recentUploads(file: string, most: number): UploadedScan[] {
  const connection = new DatabaseSync(file)
  try {
    connection.exec('pragma query_only = on')
    return connection
      .prepare(statement)
      .all(toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'), most)
      .map((row) => ({
        deployment: String(row['deployment']),
        project: String(row['project']),
        ref: String(row['ref']),
        kind: row['kind'] === toCode(scanKinds, 'full') ? ('full' as const) : ('diff' as const),
        category: row['sources'] === 1 && row['category'] !== '' ? String(row['category']) : null,
        digest: String(row['digest']),
      }))
      .toReversed()
  } finally {
    connection.close()
  }
}
