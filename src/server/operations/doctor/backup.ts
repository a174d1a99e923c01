import { statSync } from 'node:fs'
import { readLastBackup } from '../status/backup.ts'
import { type Check, formatDuration, ok, skipped, warning } from './check.ts'

const hour = 3600

/** Whether there is a recent backup. */
export const backupCheck: Check = {
  id: 'backup',
  title: 'Backup',
  run({ config: { dataFolder }, database, postgres, maxBackupAge, now }) {
    if (database === null && postgres === null) return skipped('There is nothing to back up yet.')
    const regularly =
      'Run "gatehouse backup FILE" every day, for example with cron, and keep the files elsewhere.'
    const last = readLastBackup(dataFolder)
    if (last === null)
      return postgres === null
        ? warning('No backup has been made.', regularly)
        : warning(
            `No backup has been made with this data folder (${dataFolder}).`,
            `${regularly} Use the data folder of one of the processes. If the server itself is backed up, ignore this.`,
          )
    const age = (now - last.finishedAt) / 1000
    if (age < -60)
      return warning('The last backup is dated in the future.', 'Correct the clock, and make a backup.')
    const text = `The last backup is ${formatDuration(age)} old: ${last.file}`
    if (age > maxBackupAge * hour) return warning(`${text}.`, regularly)
    return ok(`${text}${placeOf(last.file, dataFolder)}.`)
  },
}

/** A note if the backup would be lost with the disk of the data folder. */
function placeOf(file: string, folder: string): string {
  const [backup, data] = [file, folder].map((path) => statSync(path, { throwIfNoEntry: false }))
  if (!backup) return ', which has been moved since'
  return backup.dev === data?.dev ? ', on the same disk as the data: keep a copy elsewhere' : ''
}
