import { code, scanKinds } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { usualBranch } from '#server/ingest/public.ts'

export interface SameFile {
  deploymentId: number
  project: string
  ref: string | null
  commit: string | null
  kind: 'full' | 'diff'
  digest: string
  source: { tool: string; category: string | null }
}

/**
 * The first scan that brought the same file for the same commit of a project's ref, or null. Where no commit is
 * named, only the source's newest scan of the ref counts: a build that goes back to an older state says so by
 * sending that state's file again.
 * Source: API decisions, "Scans".
 */
export async function scanOfSameFile(reader: Reader, file: SameFile): Promise<number | null> {
  const scans = reader
    .selectFrom('scan')
    .innerJoin('project', 'project.id', 'scan.project_id')
    .innerJoin('ref', 'ref.id', 'scan.ref_id')
    .innerJoin('scan_source', 'scan_source.id', 'scan.source_id')
    .select(['scan.id', 'scan.file_digest'])
    .where('project.deployment_id', '=', file.deploymentId)
    .where('project.name', '=', file.project)
    // Said of the scan as well, since the index of a project's scans begins with it.
    .where('scan.deployment_id', '=', file.deploymentId)
    .where((of) =>
      of('ref.name', '=', file.ref ?? of.fn.coalesce('project.primary_branch', of.val(usualBranch))),
    )
    .where('scan_source.tool', '=', file.source.tool)
    .where('scan_source.category', '=', file.source.category ?? '')
    .where('scan.kind', '=', code(scanKinds, file.kind))
  if (file.commit !== null) {
    const first = await scans
      .where('scan.file_digest', '=', file.digest)
      .where('scan.commit', '=', file.commit)
      .orderBy('scan.id')
      .executeTakeFirst()
    return first?.id ?? null
  }
  const newest = await scans.orderBy('scan.id', 'desc').executeTakeFirst()
  return newest?.file_digest === file.digest ? newest.id : null
}
