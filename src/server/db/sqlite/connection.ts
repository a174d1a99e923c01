import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import type { DatabaseAddress, OpenSnapshot, RowReader } from '../database.ts'
import type { Tables } from '../tables.ts'
import { Compiler } from './compiler.ts'
import { RowStatements } from './row-reads.ts'

const preparedAtMost = 500

/** The driver's connection, and the query builder on it. */
export interface Connection {
  readonly raw: DatabaseSync
  readonly query: Kysely<Tables>
  readonly statements: RowStatements
}

/**
 * Wraps the runtime's SQLite as Kysely's dialect expects it. The runtime's statements have no `reader`, without
 * which Kysely answers every query with no rows; a statement that has columns reads. Prepared statements are
 * kept, since preparing costs more than running most of them. `opening` is what stands for a statement of Kysely's.
 */
function forKysely(connection: DatabaseSync, opening: Record<string, string> = {}): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close() {
      prepared.clear()
      if (connection.isOpen) connection.close()
    },
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) return known
      const statement =
        sql === 'rollback' ? rollbackOf(connection) : adapt(connection.prepare(opening[sql] ?? sql))
      if (prepared.size >= preparedAtMost) prepared.clear()
      prepared.set(sql, statement)
      return statement
    },
  }
}

/**
 * A full or failing disk ends the transaction by itself. Rolling back once more would fail, and hide what happened
 * behind its own error.
 */
function rollbackOf(connection: DatabaseSync): SqliteStatement {
  const statement = adapt(connection.prepare('rollback'))
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return {
    ...statement,
    run: (parameters) => (connection.isTransaction ? statement.run(parameters) : nothing),
  }
}

function adapt(statement: StatementSync): SqliteStatement {
  // parse: Kysely passes what its builder was given; the builder's types admit only what SQLite takes.
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

/**
 * A wait for another program's lock holds up everything else that the process does. Milliseconds: a reader has to wait
 * only for a program that locks even readers out, which none does for long; a writer begins anew instead.
 */
const readTimeout = 500

/** A write takes the lock before it does anything, so that one that cannot have it can begin anew. */
const beginImmediate = { begin: 'begin immediate' }

/**
 * The writing connection: write-ahead log, every commit on disk before it is answered. The log is folded into the file
 * every 16 MB, since a batch of a job fills SQLite's usual 4 MB and would wait for that each time. What tables of the
 * connection's own took of memory is free again when they are dropped. What is deleted is overwritten.
 */
export function openWriter(file: string): Connection {
  const raw = new DatabaseSync(file, { timeout: 5_000 })
  raw.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma secure_delete = on;
    pragma temp_store = memory;
    pragma temp.auto_vacuum = full;
    pragma cache_size = -65536;
    pragma wal_autocheckpoint = 4000;
    pragma journal_size_limit = 67108864;
  `)
  return { raw, query: kyselyOn(raw, beginImmediate), statements: new RowStatements(raw) }
}

/**
 * A read-only connection of its own, so that no read waits for a transaction. It maps nothing of the file into memory:
 * that reads no faster, and counts as the service's own.
 */
export function openReader(file: string): Connection {
  const raw = new DatabaseSync(file, { timeout: readTimeout, readOnly: true })
  raw.exec('pragma temp_store = memory; pragma cache_size = -32768;')
  return { raw, query: kyselyOn(raw), statements: new RowStatements(raw) }
}

/** A reader in a transaction that begins now, so that it sees nothing of what is written later. */
export function openSnapshot({ file }: DatabaseAddress): OpenSnapshot {
  const { raw, query, statements } = openReader(file)
  // The default cache would keep the whole file in memory after a read of everything.
  raw.exec('pragma cache_size = -8192; begin')
  // A transaction sees the data from its first statement on.
  raw.prepare('select count(*) from deployment').get()
  return closable(statements.reader(query), raw)
}

function closable(reader: RowReader, raw: DatabaseSync): OpenSnapshot {
  return {
    ...reader,
    close() {
      if (raw.isOpen) raw.close()
    },
  }
}

/**
 * SQLite takes back changes of tables like those of rows, which Kysely does not count on: so that a migration which is
 * cut off leaves nothing behind.
 */
class Dialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter()
  }

  override createQueryCompiler() {
    return new Compiler()
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** The query builder on a connection. @param opening what stands for a statement of the builder's. */
export function kyselyOn(connection: DatabaseSync, opening?: Record<string, string>): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new Dialect({ database: forKysely(connection, opening) }) })
}
