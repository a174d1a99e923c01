import { sql } from 'kysely'
import { copiedTables } from '../copy/copied-tables.ts'
import type { CopiedValue, CopyTarget, LastIds } from '../copy/copy-target.ts'
import { deferIndexes } from '../copy/defer-indexes.ts'
import { DatabaseFault, type RowReader, type Writer } from '../database.ts'
import { insertRows } from './bulk.ts'
import { newClient, type PostgresUrls, queryOnClient, refuseOld, shownUrl, toFault } from './connection.ts'
import { lastIds } from './copied-schema.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { migrationNames, migrations } from './migrations/index.ts'
import { lockForMove } from './move-lock.ts'
import { rowReader } from './row-reader.ts'
import { storableIn } from './storable-text.ts'

/**
 * Settings of the transaction: a limit of the server or of the role on statements must not end it, and numbers are read
 * exactly. A connection whose process is gone ends after an hour at the latest.
 */
const settings = `
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = '1h';
  set local extra_float_digits = 1;
  set local synchronous_commit = on`

/**
 * Fills the database of a URL in one transaction: after an error or an interruption it is as it was. Processes cannot
 * start on it meanwhile.
 * @param work writes the rows; the transaction is for what is stored beside them.
 * @param names the migrations that a new database gets; by default all.
 * @throws DatabaseFault if it cannot be reached, has data, or is in use by another process.
 */
export async function fillPostgres<T>(
  { url, directUrl }: PostgresUrls,
  work: (target: CopyTarget, transaction: Writer) => Promise<T>,
  names: readonly string[] = migrationNames,
): Promise<T> {
  const client = newClient(directUrl)
  // Without a listener, a connection that breaks between two statements would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await refuseOld(client, url)
    return await queryOnClient(client)
      .transaction()
      .execute(async (transaction) => {
        await client.query(settings)
        await lockForMove(client, url)
        const indexes = await prepareTables(transaction, url, names)
        const result = await work(targetOf(transaction, rowReader(client, transaction), indexes), transaction)
        await sql`analyze`.execute(transaction)
        return result
      })
  } catch (error) {
    throw toFault(error, url)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Creates the tables of a new database; one that has tables is updated, if it is empty.
 * @returns the statements that create indexes after the rows.
 */
async function prepareTables(
  transaction: Writer,
  url: string,
  names: readonly string[],
): Promise<readonly string[]> {
  if ((await pendingMigrations(transaction, url)).length === migrationNames.length) {
    const given = Object.fromEntries(names.map((name) => [name, migrations[name] ?? []]))
    const { migrations: tables, indexes } = deferIndexes(given)
    await migrate(transaction, url, tables)
    return indexes
  }
  await migrate(transaction, url)
  for (const { name } of copiedTables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(transaction)
    if (rows.length > 0)
      throw new DatabaseFault(
        `The database ${shownUrl(url)} has data of its own (in the table ${name}), which is not replaced. Name an empty database.`,
      )
  }
  return []
}

function targetOf(transaction: Writer, reader: RowReader, indexes: readonly string[]): CopyTarget {
  return {
    reader,
    storable: storableIn,
    insert: (table, columns, rows) => insertRows(transaction, table, rows.map(asObject(columns))),
    continueIds: (lastIds) => continueIds(transaction, lastIds),
    async createIndexes() {
      for (const statement of indexes) await sql.raw(statement).execute(transaction)
    },
  }
}

const asObject = (columns: readonly string[]) => (row: readonly CopiedValue[]) =>
  Object.fromEntries(columns.map((column, at) => [column, asText(row[at] ?? null)]))

/** The form in which the server reads the value of a binary column. */
const asText = (value: CopiedValue) =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value

/** A table of which nothing is known continues after its newest row. */
async function continueIds(transaction: Writer, given: LastIds) {
  for (const [table, newest] of Object.entries(await lastIds(transaction))) {
    const last = Math.max(newest, given[table] ?? 0)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${Math.max(last, 1)}, ${sql.lit(last > 0)})`.execute(
      transaction,
    )
  }
}
