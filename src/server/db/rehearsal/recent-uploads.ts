import { sql } from 'kysely'
import { scanKinds, scanStatuses, toCode } from '../codes.ts'
import type { UploadedScan } from '../comparison.ts'
import type { RowReader } from '../database.ts'

interface Upload {
  deployment: string
  project: string
  ref: string
  kind: number
  digest: string
  sources: number
  category: string
}

/**
 * The last uploads of a database of any version that were applied, oldest first. A file may have created several scans.
 */
export async function recentUploads(reader: RowReader, most: number): Promise<UploadedScan[]> {
  const completed = toCode(scanStatuses, 'SCAN_STATUS_COMPLETED')
  const query = sql<Upload>`
    select deployment.slug as deployment, project.name as project, ref.name as ref, scan.kind as kind,
      scan.file_digest as digest, count(distinct scan.source_id) as sources, max(scan_source.category) as category
    from scan
    join deployment on deployment.id = scan.deployment_id
    join project on project.id = scan.project_id and project.deployment_id = scan.deployment_id
    join ref on ref.id = scan.ref_id and ref.deployment_id = scan.deployment_id
    join scan_source on scan_source.id = scan.source_id and scan_source.deployment_id = scan.deployment_id
    where scan.file_digest is not null and scan.status = ${completed}
    group by deployment.slug, project.name, ref.name, scan.deployment_id, scan.project_id, scan.ref_id, scan.kind,
      scan.file_digest
    order by max(coalesce(scan.completed_at, scan.started_at)) desc, max(scan.id) desc
    limit ${most}`
  const rows = await reader.rows(query.compile(reader.read))
  return rows
    .map(({ deployment, project, ref, kind, digest, sources, category }) => ({
      deployment,
      project,
      ref,
      kind: kind === toCode(scanKinds, 'full') ? ('full' as const) : ('diff' as const),
      category: sources === 1 && category !== '' ? category : null,
      digest,
    }))
    .toReversed()
}
