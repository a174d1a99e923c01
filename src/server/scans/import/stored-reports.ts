import type { Reader, Writer } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Services } from '#server/http/services.ts'
import type { ScanReport } from '#server/reports/report/report.ts'
import { decodedBytes, decodeReport } from '#server/reports/report/stored-report.ts'
import type { ScanFacts } from '../lifecycle/write/scan-row.ts'
import { smallFile } from '../reading/small-file.ts'

/** Why a report is stored: its scan is held, other parts are missing, or a job will apply it. */
export type StoredKind = 'held' | 'part' | 'import'

export interface StoredReport {
  id: number
  facts: ScanFacts
  report: ScanReport
}

/** An update may come while a report is stored: earlier versions stored no renamed files. */
type StoredFacts = Omit<ScanFacts, 'renamedFiles'> & Partial<Pick<ScanFacts, 'renamedFiles'>>

/** A stored report. */
export interface StoredContent<Facts> {
  id: number
  facts: Facts
  content: Uint8Array
}

/** The key of a stored report. */
export interface ReportKey {
  deploymentId: number
  kind: StoredKind
  key: string
}

/** Stores a report until it is read or expires. @param facts JSON. @param expiresAt milliseconds since 1970. */
export async function storeReport(
  transaction: Writer,
  { deploymentId, kind, key }: ReportKey,
  stored: { facts: object; content: Uint8Array; now: number; expiresAt: number },
): Promise<void> {
  await transaction
    .insertInto('stored_report')
    .values({
      deployment_id: deploymentId,
      id: await takeId(transaction, deploymentId, 'stored_report'),
      kind,
      key,
      facts_json: JSON.stringify(stored.facts),
      content: stored.content,
      created_at: stored.now,
      expires_at: stored.expiresAt,
    })
    .execute()
}

/** Reads the stored reports with a key, oldest first. */
export async function storedContents<Facts>(
  reader: Reader,
  { deploymentId, kind, key }: ReportKey,
): Promise<StoredContent<Facts>[]> {
  const rows = await reader
    .selectFrom('stored_report')
    .select(['id', 'facts_json', 'content'])
    .where('deployment_id', '=', deploymentId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .orderBy('id')
    .execute()
  // parse: written by `storeReport` with facts of this kind.
  return rows.map(({ id, facts_json, content }) => ({ id, facts: parseStored<Facts>(facts_json), content }))
}

async function storedReport(reader: Reader, reportKey: ReportKey): Promise<StoredReport | undefined> {
  const [first] = await storedContents<StoredFacts>(reader, reportKey)
  if (!first) return undefined
  const { renamedFiles = [], ...facts } = first.facts
  return { id: first.id, facts: { ...facts, renamedFiles }, report: await decodeReport(first.content) }
}

/**
 * Reads the first report with a key and applies it. A large one takes some hundreds of megabytes meanwhile, so that it waits
 * for its turn. @param signal leaves the queue
 */
export async function withStoredReport<T>(
  { database: { read }, imports }: Services,
  reportKey: ReportKey,
  signal: AbortSignal,
  apply: (stored: StoredReport | undefined) => Promise<T>,
): Promise<T> {
  const work = async () => apply(await storedReport(read, reportKey))
  return (await isLarge(read, reportKey)) ? imports.large.run(work, signal) : work()
}

async function isLarge(reader: Reader, reportKey: ReportKey): Promise<boolean> {
  const [first] = await storedContents(reader, reportKey)
  return first !== undefined && decodedBytes(first.content) > smallFile
}

/** Deletes the reports with a key. */
export async function deleteReports(transaction: Writer, reportKey: ReportKey): Promise<void> {
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', reportKey.deploymentId)
    .where('kind', '=', reportKey.kind)
    .where('key', '=', reportKey.key)
    .execute()
}
