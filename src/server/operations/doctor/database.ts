import { otherDatabase } from '../client/running-service.ts'
import { type Check, failed, formatBytes, formatDuration, ok, skipped, warning } from './check.ts'

/** A log of this size is not cleared any more. */
const largeLog = 1_000_000_000
/** How fast an update copies a database, in bytes per second. Source: README, "Updating". */
const copySpeed = 33_000_000

/** Whether the database can be read, is undamaged, and has the schema of this version. */
export const databaseCheck: Check = {
  id: 'database',
  title: 'Database',
  run({ database, service }) {
    if (service?.status.usesPostgres)
      return failed(otherDatabase, 'Run commands with the environment variables of the service.')
    if (database === null)
      return service
        ? failed('The database file does not exist any more.', restore)
        : skipped('There is no database yet. It is created at the first start.')
    if (database === 'foreign') return skipped('It was not read, since it belongs to another user.')
    if (database instanceof Error)
      return failed(`The database cannot be used: ${database.message}`, adviceFor(database.message))
    const { engine, schema, bytes, logBytes, isChecked } = database
    if (service && !service.status.databaseAnswers)
      return failed('The running service gets no answer from the database.', 'Read its log, and restart it.')
    if (schema === 'later')
      return failed(
        'The database was written by a later version of Gatehouse.',
        'Start that version, or restore a backup of this one.',
      )
    if (schema === 'earlier')
      return warning(
        `The database (${formatBytes(bytes)}) has the schema of an earlier version.`,
        `The next start updates it, which takes about ${formatDuration(Math.ceil(bytes / copySpeed))}. Make a backup before.`,
      )
    if (logBytes > largeLog)
      return warning(
        `The log of the database has ${formatBytes(logBytes)}.`,
        'Restart the service, which clears it. If it grows again, look for programs that keep the database open.',
      )
    const checked = isChecked ? 'No page is damaged.' : 'Run with --full to check all pages for damage.'
    return ok(`${engine}, ${formatBytes(bytes)}, the schema of this version. ${checked}`)
  },
}

const restore =
  'Stop the service, and restore the last backup into an empty folder with "gatehouse restore FILE".'

function adviceFor(message: string): string {
  if (/locked|busy/i.test(message)) return 'Stop the program that locks the database file, and try again.'
  if (/unable to open|permission|readonly/i.test(message))
    return 'Give this user permission to read and write the database file.'
  return restore
}
