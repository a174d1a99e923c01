import type { InboxScan } from '#contract/responses/inbox.ts'
import type { ScanHold } from '#contract/responses/scans.ts'
import { scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'

const pending = toCode(scanStatuses, 'SCAN_STATUS_PENDING')

const held = (reader: Reader, deploymentId: number) =>
  reader
    .selectFrom('scan')
    .where('scan.deployment_id', '=', deploymentId)
    .where('hold_json', 'is not', null)
    .where('scan.status', '=', pending)

/** The scans that wait until somebody applies them, to select from. */
export const heldScans = (reader: Reader, deploymentId: number) => held(reader, deploymentId)

/** When a held scan expires, in milliseconds since 1970. */
export const holdEnd = (json: string | null): number => Date.parse(holdOf(json).expires_at)

/** Reads held scans by id. */
export async function readHeldScans(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, InboxScan>> {
  if (ids.length === 0) return new Map()
  const rows = await held(reader, deploymentId)
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'scan.deployment_id')
        .onRef('project.id', '=', 'scan.project_id'),
    )
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
    )
    .select(['scan.id', 'scan.started_at', 'hold_json', 'project.name as project', 'ref.name as ref'])
    .where('scan.id', 'in', valuesOf(ids))
    .execute()
  return new Map(
    rows.map(({ id, started_at: at, hold_json: json, project, ref }) => [
      id,
      { id, project, ref, started_at: new Date(at).toISOString(), hold: holdOf(json) },
    ]),
  )
}

const holdOf = (json: string | null): ScanHold => parseStored<ScanHold>(json ?? '')
