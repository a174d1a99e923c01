import type { Config } from '#server/base/config/config.ts'
import { copyAllRows } from '#server/db/copy/copy-rows.ts'
import { fillEmbedded, type PostgresSource } from '#server/db/engine.ts'
import { BackupFault } from './backup-fault.ts'
import type { BackupSource } from './backup-source.ts'
import { copyStoredFiles } from './stored-files.ts'

/**
 * A snapshot of a PostgreSQL database, which is copied row by row into an embedded one.
 * @throws BackupFault if it has the tables of an earlier version.
 */
export function postgresSource(config: Config, snapshot: PostgresSource): BackupSource {
  if (!snapshot.isCurrent)
    throw new BackupFault(
      `The database ${snapshot.shownUrl} has the schema of an earlier version of Gatehouse. Back it up with that version, or update it first with "gatehouse migrate".`,
    )
  return {
    engine: 'postgres',
    bytes: snapshot.bytes,
    async copyTo(copies, onProgress) {
      const report = {
        onProgress: (_: string, share: number) => onProgress(share),
        onCompared: () => undefined,
      }
      await fillEmbedded(copies, (target) => copyAllRows(snapshot, target, report))
      return copyStoredFiles(config, snapshot.read, copies)
    },
  }
}
