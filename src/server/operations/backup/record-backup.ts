import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Records the last backup in the data folder, for those who watch its age. */
export function recordBackup(dataFolder: string, file: string, finishedAt: Date): void {
  const record = join(dataFolder, 'backup.json')
  writeFileSync(`${record}.part`, `${JSON.stringify({ finishedAt: finishedAt.toISOString(), file })}\n`, {
    mode: 0o600,
  })
  renameSync(`${record}.part`, record)
}
