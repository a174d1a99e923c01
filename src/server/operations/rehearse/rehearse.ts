import { connect } from '#server/cli/connect.ts'
import type { Comparison } from '#server/db/comparison.ts'
import { readChangeNumbers } from '#server/db/rehearsal/change-numbers.ts'
import { compareDatabases } from '#server/db/rehearsal/compare-databases.ts'
import { recentUploads } from '#server/db/rehearsal/recent-uploads.ts'
import { connectToRunning } from '#server/operations/client/connect-to-running.ts'
import type { Connection } from '../client/connection.ts'
import type { Copies, RehearsalRequest } from './copies.ts'
import { withEmbeddedCopies } from './embedded-copies.ts'
import { withPostgresCopies } from './postgres-copies.ts'
import { compareReplays, type DryRun, type Replay, sendScans } from './replay.ts'
import { findReplayed, type ReplayedScan } from './report-files.ts'

export interface Rehearsal {
  comparison: Comparison
  /** The number of uploads that could have been replayed. */
  uploads: number
  /** Null if no scan was replayed. */
  replay: Replay | null
  /** Why none was replayed, or null. */
  notReplayed: 'no reports' | 'no file' | 'no other version' | null
  /** Whether the running service changed its data while scans were replayed, so that its results may differ. */
  hasChanged: boolean
}

/**
 * Updates a copy of the database with this version, compares it with the database before, and replays the last scans on
 * both versions. Neither the data nor a running service is changed.
 * @throws BackupFault, DatabaseFault or another error in one line if it could not be done.
 */
export async function rehearse(request: RehearsalRequest): Promise<Rehearsal> {
  const { database } = request.config
  return database === null
    ? withEmbeddedCopies(request, (copies) => rehearseOn(copies, request))
    : withPostgresCopies(request, database, (copies) => rehearseOn(copies, request))
}

async function rehearseOn(copies: Copies, request: RehearsalRequest): Promise<Rehearsal> {
  request.progress.show('Comparing the databases')
  const comparison = await compareDatabases(copies.before, copies.after)
  const uploads = await recentUploads(copies.before, request.scans)
  const without = (notReplayed: Rehearsal['notReplayed']): Rehearsal => ({
    comparison,
    uploads: uploads.length,
    replay: null,
    notReplayed,
    hasChanged: false,
  })
  if (request.reports === null) return without('no reports')
  const scans = await findReplayed(uploads, request.reports)
  if (scans.length === 0) return without('no file')
  const numbers = await readChangeNumbers(copies.before)
  const replay = await replayOnBoth(copies, request, scans)
  if (replay === null) return without('no other version')
  const hasChanged = request.program === null && (await copies.readNumbers()) !== numbers
  return { comparison, uploads: uploads.length, replay, notReplayed: null, hasChanged }
}

/** @returns null if the other version neither runs nor was named. */
async function replayOnBoth(
  copies: Copies,
  { config, program, progress }: RehearsalRequest,
  scans: readonly ReplayedScan[],
): Promise<Replay | null> {
  progress.clear()
  const running = program === null ? await connectToRunning(config.dataFolder) : null
  const send = async (connection: Connection, version: string): Promise<DryRun[]> => {
    try {
      return await sendScans(scans, connection, (index) =>
        progress.show(`Replaying scan ${index + 1} of ${scans.length} on ${version}`),
      )
    } finally {
      await connection.close()
      progress.clear()
    }
  }
  if (program === null && running === null) return null
  const after = await send(await connect(copies.updated), 'this version')
  const old = program === null ? running : await copies.startOld(program)
  return old === null ? null : compareReplays(scans, await send(old, 'the other version'), after)
}
