import { sql } from 'kysely'
import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { projectIdNamed } from '#server/db/project-name.ts'
import { defaultBranch } from '../lifecycle/write/intern-place.ts'

export interface SameFile {
  deploymentId: number
  project: string
  ref: string | null
  commit: string | null
  kind: 'full' | 'diff'
  digest: string
  sources: readonly { tool: string; category: string | null }[]
  /** Whether a held scan would be applied; a file then does not count as repeated if its scan is held. */
  acceptEmpty: boolean
}

/**
 * The scans that the same file created, if each is still the newest applied or held scan of its source and ref, for the
 * same commit; else null. When a build returns to an older state, it sends that state's file again, and this must count
 * as a new scan.
 * Source: docs/api.md#scans.
 */
export async function scansOfSameFile(reader: Reader, file: SameFile): Promise<number[] | null> {
  const scans: number[] = []
  for (const source of file.sources) {
    const newest = await newestScan(reader, file, source)
    const same = newest?.file_digest === file.digest && newest.commit === file.commit
    if (!newest || !same || newest.kind !== toCode(scanKinds, file.kind)) return null
    // A run that failed is tried again, and what it found ends with a good one, even if that was sent before.
    if (newest.status === toCode(scanStatuses, 'SCAN_STATUS_ERROR')) return null
    if (file.acceptEmpty && newest.status === toCode(scanStatuses, 'SCAN_STATUS_PENDING')) return null
    scans.push(newest.id)
  }
  return scans
}

function newestScan(reader: Reader, file: SameFile, source: SameFile['sources'][number]) {
  return (
    reader
      .selectFrom('scan')
      .innerJoin('project', (join) =>
        join
          .onRef('project.deployment_id', '=', 'scan.deployment_id')
          .onRef('project.id', '=', 'scan.project_id'),
      )
      .innerJoin('ref', (join) =>
        join.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
      )
      .innerJoin('scan_source', (join) =>
        join
          .onRef('scan_source.deployment_id', '=', 'scan.deployment_id')
          .onRef('scan_source.id', '=', 'scan.source_id'),
      )
      .select(['scan.id', 'scan.file_digest', 'scan.commit', 'scan.kind', 'scan.status'])
      .where('project.deployment_id', '=', file.deploymentId)
      .where('project.id', '=', projectIdNamed(file.deploymentId, file.project))
      // The deployment of the scan is a condition too, since the index of a project's scans begins with it.
      .where('scan.deployment_id', '=', file.deploymentId)
      .where((eb) =>
        eb('ref.name', '=', file.ref ?? eb.fn.coalesce('project.primary_branch', eb.val(defaultBranch))),
      )
      // The file of a deleted branch brings it back.
      .where(sql<boolean>`scan.id > coalesce(ref.deleted_scan_id, 0)`)
      .where('scan_source.tool', '=', source.tool)
      .where('scan_source.category', '=', source.category ?? '')
      .where('scan.status', 'in', [
        toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'),
        toCode(scanStatuses, 'SCAN_STATUS_PENDING'),
        toCode(scanStatuses, 'SCAN_STATUS_ERROR'),
      ])
      .orderBy('scan.id', 'desc')
      .executeTakeFirst()
  )
}
