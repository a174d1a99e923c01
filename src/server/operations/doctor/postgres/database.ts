import {
  type Check,
  type Context,
  failed,
  formatBytes,
  inspectedPostgres,
  ok,
  type Result,
  skipped,
  warning,
} from '../check.ts'

/** Whether the PostgreSQL database can be reached and written, and has the version and the schema that are needed. */
export const postgresCheck: Check = {
  id: 'database',
  title: 'Database',
  run(context) {
    const { postgres, service } = context
    if (postgres instanceof Error) return failed(postgres.message, adviceFor(postgres.message))
    if (service && !service.status.databaseAnswers)
      return failed('The running service gets no answer from the database.', 'Read its log, and restart it.')
    return resultOf(context)
  },
}

const text = (version: string, bytes: number) => `PostgreSQL ${version}, ${formatBytes(bytes)}`

function resultOf(context: Context): Result {
  const found = inspectedPostgres(context)
  if (found === null) return skipped('It was not read.')
  const { shownUrl, version, isSupported, encoding, schema, bytes, readOnly } = found
  if (!isSupported)
    return failed(`The server of ${shownUrl} is PostgreSQL ${version}.`, 'Update it to version 14 or later.')
  if (encoding !== 'UTF8')
    return failed(
      `The encoding of the database is ${encoding}.`,
      'Create a database with "encoding \'UTF8\' template template0", and move the data to it.',
    )
  if (readOnly === 'standby')
    return failed(
      `${shownUrl} is a standby, which answers only reads.`,
      'Set DATABASE_URL to the primary, and DATABASE_READ_URL to the standby. After a failover, let the name in the URL lead to the new primary.',
    )
  if (readOnly === 'setting')
    return failed(
      'Transactions are read-only by default (default_transaction_read_only).',
      'Reset the setting for the role, the database or the server: "alter role … reset default_transaction_read_only".',
    )
  return schemaResult(schema, `${text(version, bytes)}`)
}

function schemaResult(schema: 'none' | 'earlier' | 'current' | 'later', server: string): Result {
  if (schema === 'none') return skipped(`${server}. It has no tables yet; the first start creates them.`)
  if (schema === 'later')
    return failed(
      'The database was written by a later version of Gatehouse.',
      'Start that version, or restore a backup of this one.',
    )
  if (schema === 'earlier')
    return warning(
      `${server}, the schema of an earlier version.`,
      'The next start updates it. Make a backup with the earlier version, and run "gatehouse rehearse" before.',
    )
  return ok(`${server}, the schema of this version. The disk of its server is not visible from here.`)
}

function adviceFor(message: string): string {
  if (/password|authentication|role "[^"]*" does not exist|no pg_hba/i.test(message))
    return 'Check the user and the password in DATABASE_URL, and pg_hba.conf of the server.'
  if (/\(database "[^"]*" does not exist/.test(message))
    return 'Create the database, or correct its name in DATABASE_URL.'
  if (/certificate|self.signed|SSL|TLS/i.test(message))
    return 'Set sslmode and sslrootcert in DATABASE_URL as the server needs them.'
  if (/too many (clients|connections)|remaining connection slots/i.test(message))
    return 'Raise max_connections of the server, or put a connection pooler before it.'
  return 'Check the host and the port in DATABASE_URL, the firewall, and whether the server runs.'
}

/** Whether the role may do what an update and the service need. */
export const permissionsCheck: Check = {
  id: 'database-permissions',
  title: 'Permissions',
  run(context) {
    const found = inspectedPostgres(context)
    if (found === null) return skipped('The database was not read.')
    const { role, missingPermissions, mayCreateDatabases } = found
    const [first, ...others] = missingPermissions
    if (first !== undefined) {
      const more = others.length > 0 ? `, and ${others.length} more` : ''
      return failed(
        `The role ${role} may not ${first}${more}.`,
        `Let it own the database and its tables: "alter database … owner to ${role}" and "reassign owned by … to ${role}".`,
      )
    }
    const trial = mayCreateDatabases
      ? ''
      : ' It may not create databases: "gatehouse rehearse" needs an empty one in REHEARSE_DATABASE_URL.'
    return ok(`The role ${role} may create and change the tables.${trial}`)
  },
}
