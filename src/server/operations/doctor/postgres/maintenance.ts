import { formatNumber } from '#lib/text/format.ts'
import type { PostgresInspection } from '#server/db/engine.ts'
import {
  type Check,
  failed,
  formatDuration,
  inspectedPostgres,
  ok,
  type Result,
  skipped,
  warning,
} from '../check.ts'

/** Leases of jobs and sessions expire by the clocks of the processes. */
const clockTolerance = 2_000

/** Whether the clocks of this machine and of the server agree. */
export const databaseClockCheck: Check = {
  id: 'database-clock',
  title: 'Database clock',
  run(context) {
    const found = inspectedPostgres(context)
    return found === null ? skipped('The database was not read.') : clockResult(found.clock)
  },
}

/** @returns whether a clock is within what is tolerated. */
export function clockResult({ ahead, uncertainty }: PostgresInspection['clock']): Result {
  const difference = Math.abs(ahead)
  if (difference - uncertainty > clockTolerance)
    return warning(
      `The clock of the database server is ${(difference / 1000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'} this one.`,
      'Synchronize the clocks of all machines, for example with chrony.',
    )
  return ok(
    `The clocks of this machine and of the database server differ by at most ${Math.ceil(difference + uncertainty)} ms.`,
  )
}

const hour = 3600
/** The server refuses to write at 2 billion. */
const oldTransactions = 1_000_000_000
const oldestTransactions = 1_800_000_000

/** Whether the server removes old rows, and keeps what was committed. */
export const maintenanceCheck: Check = {
  id: 'database-maintenance',
  title: 'Maintenance',
  run(context) {
    const found = inspectedPostgres(context)
    return found === null ? skipped('The database was not read.') : maintenanceResult(found)
  },
}

type Maintenance = Pick<
  PostgresInspection,
  'hasAutovacuum' | 'deadRows' | 'transactionAge' | 'oldestTransaction' | 'unsafeSettings'
>

/** @returns the worst that was found. */
export function maintenanceResult(found: Maintenance): Result {
  const { hasAutovacuum, deadRows, transactionAge, oldestTransaction, unsafeSettings } = found
  const age = `The oldest rows are ${formatNumber(transactionAge)} transactions old; at 2 billion the server accepts no writes.`
  const freeze = 'Run "vacuum (freeze)" in the database, and find out why autovacuum does not.'
  if (transactionAge > oldestTransactions) return failed(age, freeze)
  if (unsafeSettings.length > 0)
    return warning(
      `A crash of the server can lose what was answered: ${unsafeSettings.join(' and ')} ${unsafeSettings.length === 1 ? 'is' : 'are'} off.`,
      `Set ${unsafeSettings.join(' and ')} to on, for the server, the database and the role.`,
    )
  if (transactionAge > oldTransactions) return warning(age, freeze)
  if (!hasAutovacuum)
    return warning(
      'autovacuum is off: the space of old rows is not used again, and queries are planned with old statistics.',
      'Set autovacuum to on, and run "vacuum (analyze)" once.',
    )
  if (oldestTransaction > hour)
    return warning(
      `A transaction has been open for ${formatDuration(oldestTransaction)}, so that no old row can be removed.`,
      'Find it in pg_stat_activity by xact_start, and end its process. A backup or a move may take this long.',
    )
  const [worst] = deadRows
  if (worst)
    return warning(
      `The table ${worst.table} has ${formatNumber(worst.dead)} old rows beside ${formatNumber(worst.live)}.`,
      `Run "vacuum (analyze) ${worst.table}". If they come back, let autovacuum run more often.`,
    )
  return ok('autovacuum removes old rows.')
}

/** A read waits so long for the replica before it uses the primary, in milliseconds. */
const usedLag = 200

/** Whether the replica answers reads. */
export const replicaCheck: Check = {
  id: 'database-replica',
  title: 'Replica',
  run(context) {
    const found = inspectedPostgres(context)
    if (found === null || found.readOnly === 'standby') return skipped('The database was not read.')
    const { replica } = found
    if (replica === null) return skipped('None is configured (DATABASE_READ_URL).')
    const { shownUrl, fault, lag } = replica
    if (fault !== null)
      return warning(
        `${shownUrl} cannot be used: ${fault}. All reads use the primary.`,
        'Start it, or correct DATABASE_READ_URL.',
      )
    if (lag === null || lag > usedLag)
      return warning(
        `${shownUrl} is ${lag === null ? 'more than 3 seconds' : `${(lag / 1000).toFixed(1)} seconds`} behind. Reads use the primary meanwhile.`,
        'Look at pg_stat_replication of the primary, and at the network and the disk of the replica.',
      )
    return ok(`${shownUrl} is ${Math.round(lag)} ms behind.`)
  },
}
