import type { PostgresInspection } from '#server/db/engine.ts'
import { type Check, failed, inspectedPostgres, ok, type Result, skipped, warning } from '../check.ts'

/** Whether the server allows as many connections as the processes may open. */
export const connectionsCheck: Check = {
  id: 'database-connections',
  title: 'Connections',
  run(context) {
    const found = inspectedPostgres(context)
    return found === null ? skipped('The database was not read.') : connectionsResult(found)
  },
}

/** @returns whether the limit is enough for the running processes, or for one if none runs. */
export function connectionsResult({
  connections: { limit, used, processes, perProcess },
  hasDirectUrl,
  poolerFault,
}: Pick<PostgresInspection, 'connections' | 'hasDirectUrl' | 'poolerFault'>): Result {
  if (poolerFault !== null)
    return failed(
      `DATABASE_DIRECT_URL works, but DATABASE_URL does not: ${poolerFault}.`,
      'Check the connection pooler that DATABASE_URL leads to.',
    )
  const needed = Math.max(1, processes) * perProcess
  const running = processes === 1 ? '1 process' : `${processes || 'no'} processes`
  const open = `${used} of ${limit} connections are open (${running} of the service, up to ${perProcess} each).`
  const more = hasDirectUrl
    ? 'Raise max_connections of the server, or reduce the connections of the pooler.'
    : 'Raise max_connections of the server, or put a transaction pooler before it: DATABASE_URL leads to the pooler, and DATABASE_DIRECT_URL to the server.'
  if (used >= limit * 0.9) return warning(`${open} Requests fail when none is left.`, more)
  if (!hasDirectUrl && needed > limit) return warning(`${open} ${needed} may be needed.`, more)
  return ok(open)
}

/** Whether other processes are told of changes at once. */
export const notificationsCheck: Check = {
  id: 'database-notifications',
  title: 'Notifications',
  run(context) {
    const found = inspectedPostgres(context)
    if (found === null) return skipped('The database was not read.')
    if (found.readOnly === 'standby') return skipped('A standby sends none.')
    if (found.hearsNotifications) return ok('Processes are told of the changes of others at once.')
    return warning(
      'No notification arrives, so processes learn of the changes of others after up to a second; starts and migrations are not safe together.',
      found.hasDirectUrl
        ? 'DATABASE_DIRECT_URL leads to a transaction pooler. Set it to the server itself.'
        : 'DATABASE_URL probably leads to a transaction pooler. Set DATABASE_DIRECT_URL to the server itself.',
    )
  },
}

/** Whether connections to another machine are encrypted. */
export const encryptionCheck: Check = {
  id: 'database-encryption',
  title: 'Encryption',
  run(context) {
    const found = inspectedPostgres(context)
    return found === null ? skipped('The database was not read.') : encryptionResult(found.encryption)
  },
}

/** @returns how connections to the server are protected. */
export function encryptionResult(encryption: PostgresInspection['encryption']): Result {
  const advice =
    'Add "?sslmode=verify-full" to DATABASE_URL, and "&sslrootcert=FILE" if your own authority issued the certificate.'
  if (encryption === 'none')
    return warning(
      'Connections to the database are not encrypted, the password and the data included.',
      advice,
    )
  if (encryption === 'unverified')
    return warning('Connections are encrypted, but the certificate of the server is not verified.', advice)
  return ok(
    encryption === 'local'
      ? 'The database is on this machine, and connections to it are not encrypted.'
      : 'Connections are encrypted, and the certificate of the server is verified.',
  )
}
