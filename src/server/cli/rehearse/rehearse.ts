import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Comparison } from '../../db/comparison.ts'
import {
  changeNumbersIn,
  compareDatabases,
  copyDatabase,
  databaseFile,
  databaseSize,
  openDatabase,
  recentUploads,
} from '../../db/engine.ts'
import { placeFault } from '../backup/backup-fault.ts'
import { demandSpace } from '../backup/space.ts'
import { withTemporary } from '../backup/temporary.ts'
import { type Connection, connect, connectToRunning } from '../connect.ts'
import type { Progress } from '../import/progress.ts'
import { createUpdateReporter } from '../update-progress.ts'
import { startOldProgram } from './old-program.ts'
import { type Replay, replayScans } from './replay.ts'
import { findReplayed, type ReplayedScan } from './report-files.ts'

export interface RehearsalRequest {
  config: Config
  /** A folder with the reports of recent scans; null to replay none. */
  reports: string | null
  /** The command of the other version; null to use the running service. */
  program: string | null
  /** How many of the last uploads are replayed. */
  scans: number
  progress: Progress
}

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

/** Copies of the database with a new rebuilt one, and room for what a replay writes. */
const copies = 3.2

/**
 * Updates a copy of the database with this version, compares it with the database before, and replays the last scans on
 * both versions. Neither the data nor a running service is changed.
 * @throws BackupFault, DatabaseFault or another error in one line if it could not be done.
 */
export async function rehearse(request: RehearsalRequest): Promise<Rehearsal> {
  const folder = temporaryFolder()
  return withTemporary([folder], async () => {
    const { dataFolder } = request.config
    demandSpace(folder, copies * databaseSize(dataFolder), 'The rehearsal')
    const [before, after] = [join(folder, 'before'), join(folder, 'after')]
    for (const each of [before, after]) mkdirSync(each, { mode: 0o700 })
    await prepareCopies(request, before, after)
    request.progress.show('Comparing the databases')
    const comparison = compareDatabases(join(before, databaseFile), join(after, databaseFile))
    const uploads = recentUploads(join(before, databaseFile), request.scans)
    if (request.reports === null) return without('no reports', comparison, uploads.length)
    const scans = await findReplayed(uploads, request.reports)
    if (scans.length === 0) return without('no file', comparison, uploads.length)
    const numbers = changeNumbersIn(before)
    const replay = await replayOnBoth(request, scans, { before, after })
    if (replay === null) return without('no other version', comparison, uploads.length)
    const hasChanged = request.program === null && changeNumbersIn(dataFolder) !== numbers
    return { comparison, uploads: uploads.length, replay, notReplayed: null, hasChanged }
  })
}

const without = (
  notReplayed: Rehearsal['notReplayed'],
  comparison: Comparison,
  uploads: number,
): Rehearsal => ({ comparison, uploads, replay: null, notReplayed, hasChanged: false })

function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'gatehouse-rehearse-'))
  } catch (error) {
    throw placeFault(error, `The folder ${tmpdir()}`)
  }
}

async function prepareCopies({ config, progress }: RehearsalRequest, before: string, after: string) {
  try {
    await copyDatabase(config.dataFolder, join(before, databaseFile), (share) =>
      progress.show(`Copying the database: ${Math.floor(share * 100)} %`),
    )
    copyFileSync(join(before, databaseFile), join(after, databaseFile))
    progress.clear()
    const database = await openDatabase(join(after, databaseFile), createUpdateReporter())
    await database.close()
  } catch (error) {
    throw placeFault(error, `The folder ${before}`)
  }
}

/** @returns null if the other version neither runs nor was named. */
async function replayOnBoth(
  { config, program, progress }: RehearsalRequest,
  scans: readonly ReplayedScan[],
  { before, after }: { before: string; after: string },
): Promise<Replay | null> {
  progress.clear()
  const old: Connection | null =
    program === null ? await connectToRunning(config.dataFolder) : await startOldProgram(program, before)
  if (old === null) return null
  try {
    const updated = await connect({ ...config, dataFolder: after })
    try {
      return await replayScans(scans, { before: old, after: updated }, (index) =>
        progress.show(`Replaying scan ${index + 1} of ${scans.length}`),
      )
    } finally {
      await updated.close()
    }
  } finally {
    await old.close()
    progress.clear()
  }
}
