import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { fromCode, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Message, MessageData } from '../message.ts'
import { oneLine, plural } from '../message.ts'
import { matchesPlace, type ScanPlace, type Subscription } from '../subscription.ts'
import { maxSingleMessages } from './finding-groups.ts'
import type { Origin } from './origin.ts'

/** A scan as messages name it. */
export interface ScanInMessage {
  id: number
  status: (typeof scanStatuses)[number]
  at: number
  place: ScanPlace & { ref: NonNullable<ScanPlace['ref']> }
  /** Whether its tool had never scanned the ref. */
  isFirst: boolean
}

/** A ref as people name it. */
export const shortRef = (name: string): string => name.replace(/^refs\/(heads|tags)\//, '')

const scansPerRead = 500

/** Reads scans for messages, one statement for each 500, by their ids. Those that were deleted are left out. */
export async function readScans(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, ScanInMessage>> {
  const scans = new Map<number, ScanInMessage>()
  for (let from = 0; from < ids.length; from += scansPerRead) {
    const rows = await scansWithPlace(reader, deploymentId)
      .where('scan.id', 'in', valuesOf(ids.slice(from, from + scansPerRead)))
      .select(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('scan as earlier')
              .select('earlier.id')
              .where('earlier.deployment_id', '=', deploymentId)
              .whereRef('earlier.project_id', '=', 'scan.project_id')
              .whereRef('earlier.source_id', '=', 'scan.source_id')
              .whereRef('earlier.ref_id', '=', 'scan.ref_id')
              .whereRef('earlier.id', '<', 'scan.id')
              .where('earlier.status', '=', toCode(scanStatuses, 'SCAN_STATUS_COMPLETED')),
          ),
        ).as('is_first'),
      )
      .execute()
    for (const row of rows) scans.set(row.id, toScan(row, Boolean(row.is_first)))
  }
  return scans
}

const scansWithPlace = (reader: Reader, deploymentId: number) =>
  reader
    .selectFrom('scan')
    .innerJoin('project', (on) =>
      on
        .onRef('project.deployment_id', '=', 'scan.deployment_id')
        .onRef('project.id', '=', 'scan.project_id'),
    )
    .innerJoin('ref', (on) =>
      on.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
    )
    .select(['scan.id', 'scan.status', 'scan.started_at', 'scan.completed_at', 'scan.project_id'])
    .select(['project.name as project', 'project.tags_json', 'ref.name as ref', 'ref.is_primary'])
    .where('scan.deployment_id', '=', deploymentId)

interface ScanRow {
  id: number
  status: number
  started_at: number
  completed_at: number | null
  project_id: number
  project: string
  tags_json: string
  ref: string
  is_primary: number
}

const toScan = (row: ScanRow, isFirst: boolean): ScanInMessage => ({
  id: row.id,
  status: fromCode(scanStatuses, row.status),
  at: row.completed_at ?? row.started_at,
  isFirst,
  place: {
    projectId: row.project_id,
    project: row.project,
    // parse: written by us from the tags of the project.
    tags: parseStored<string[]>(row.tags_json),
    ref: { name: row.ref, isPrimary: row.is_primary === 1 },
  },
})

const failed = 'SCAN_STATUS_ERROR'
const held = 'SCAN_STATUS_PENDING'

/** Scans with ids above `after`, up to and including `until`, that failed or are held: one statement for each 500. */
export async function readUnsuccessfulScans(
  reader: Reader,
  deploymentId: number,
  after: number,
  until: number,
): Promise<ScanInMessage[]> {
  const scans: ScanInMessage[] = []
  let last = after
  while (last < until) {
    const rows = await scansWithPlace(reader, deploymentId)
      .where('scan.id', '>', last)
      .where('scan.id', '<=', until)
      .where('scan.status', 'in', [toCode(scanStatuses, failed), toCode(scanStatuses, held)])
      .where((eb) =>
        eb.or([eb('scan.status', '=', toCode(scanStatuses, failed)), eb('hold_json', 'is not', null)]),
      )
      .orderBy('scan.id')
      .limit(scansPerRead)
      .execute()
    scans.push(...rows.map((row) => toScan(row, false)))
    last = rows.length < scansPerRead ? until : (rows.at(-1)?.id ?? until)
  }
  return scans
}

/** The data that all messages about a scan have. */
export const scanData = (scan: ScanInMessage, { publicUrl, slug }: Origin) => ({
  project: scan.place.project,
  ref: scan.place.ref.name,
  scan: { id: scan.id, url: `${publicUrl}${settingsPaths.scan(slug, scan.id)}` },
})

/** The messages of a subscription about scans that failed or are held. */
export function scanMessages(
  subscription: Subscription,
  scans: readonly ScanInMessage[],
  origin: Origin,
  now: number,
): Message[] {
  const kinds = [
    { event: 'scan.failed', status: failed, says: 'failed' },
    { event: 'scan.held', status: held, says: 'held until somebody accepts them' },
  ] as const
  return kinds.flatMap(({ event, status, says }): Message[] => {
    if (!subscription.events.includes(event)) return []
    const own = scans.filter((scan) => scan.status === status && matchesPlace(subscription, scan.place))
    const deployment = { slug: origin.slug, name: origin.name }
    if (own.length > maxSingleMessages) {
      const title = `${plural(own.length, 'scan')} ${status === failed ? 'failed' : says}`
      const url = `${origin.publicUrl}/d/${origin.slug}/scans`
      return [{ event, at: now, data: { deployment, title, url, count: own.length, summary: true } }]
    }
    return own.map((scan) => {
      const of = `${oneLine(scan.place.project)} (${oneLine(shortRef(scan.place.ref.name))})`
      const { scan: link, ...rest } = scanData(scan, origin)
      const data: MessageData = {
        deployment,
        title: status === failed ? `Scan of ${of} failed` : `Scan of ${of} is held`,
        url: link.url,
        count: 1,
        summary: false,
        ...rest,
        scan: link,
      }
      return { event, at: scan.at, data }
    })
  })
}
