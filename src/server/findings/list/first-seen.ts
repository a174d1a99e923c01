import type { Reader } from '#server/db/database.ts'
import { formatInstant } from './write-finding.ts'

/** Where and when a finding was first seen. */
export interface FirstSeen {
  /** ISO 8601. */
  at: string
  commit: string | null
  ref: string | null
  /** Who wrote the commit that the first scan looked at. */
  author: string | null
}

/** Reads the first sighting of a finding from its first scan. */
export async function readFirstSeen(
  reader: Reader,
  finding: { deployment_id: number; created_at: number; first_seen_scan_id: number },
): Promise<FirstSeen> {
  const scan = await reader
    .selectFrom('scan')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
    )
    .select(['scan.commit', 'scan.meta_json', 'ref.name'])
    .where('scan.deployment_id', '=', finding.deployment_id)
    .where('scan.id', '=', finding.first_seen_scan_id)
    .executeTakeFirst()
  return {
    at: formatInstant(finding.created_at),
    commit: scan?.commit ?? null,
    ref: scan?.name ?? null,
    author: scan ? authorOf(scan.meta_json) : null,
  }
}

function authorOf(metaJson: string): string | null {
  const meta: unknown = JSON.parse(metaJson)
  if (typeof meta !== 'object' || meta === null) return null
  for (const name of ['commit_author_name', 'commit_author_username']) {
    const value = Object.getOwnPropertyDescriptor(meta, name)?.value
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}
