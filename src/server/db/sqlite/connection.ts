import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import type { OpenSnapshot, RowReader } from '../database.ts'
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
 * Adapts the runtime's SQLite to the interface of Kysely's dialect. The runtime's statements have no `reader`, without
 * which Kysely returns no rows for every query; a statement with columns is a reader. Prepared statements are cached,
 * since preparing costs more than running most of them. `opening` replaces statements of Kysely.
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
 * A full or failing disk ends the transaction by itself. Another rollback would fail, and its error would hide the
 * cause.
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
  // parse: Kysely passes the builder's parameters, whose types allow only what SQLite accepts.
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

/**
 * The longest wait for another program's lock, which blocks the whole process, in milliseconds. A reader waits only for
 * a program that locks out readers too, which is always short; a writer retries instead.
 */
const readTimeout = 500

/** A write acquires the lock first, so that it can be retried if the lock is not available. */
const beginImmediate = { begin: 'begin immediate' }

/**
 * Opens the writing connection: write-ahead log, with every commit on disk before it is answered. The log is
 * checkpointed every 16 MB, since a batch of a job fills SQLite's default of 4 MB and would wait for each checkpoint.
 * Temporary tables are on the disk, since large imports stage their findings there, and give back their space when they
 * are dropped. Deleted data is overwritten.
 */
export function openWriter(file: string): Connection {
  const raw = new DatabaseSync(file, { timeout: 5_000 })
  raw.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma secure_delete = on;
    pragma temp_store = file;
    pragma temp.auto_vacuum = full;
    pragma cache_size = -32768;
    pragma wal_autocheckpoint = 4000;
    pragma journal_size_limit = 67108864;
  `)
  return { raw, query: kyselyOn(raw, beginImmediate), statements: new RowStatements(raw) }
}

/**
 * Opens a separate read-only connection, so that reads do not wait for transactions. The file is not memory-mapped:
 * that is not faster, and would count as memory of the service.
 */
export function openReader(file: string): Connection {
  const raw = new DatabaseSync(file, { timeout: readTimeout, readOnly: true })
  raw.exec('pragma temp_store = memory; pragma cache_size = -32768;')
  return { raw, query: kyselyOn(raw), statements: new RowStatements(raw) }
}

/** Opens a reader in a transaction that begins now, so that later writes are not visible. */
export function openSnapshot({ file }: { readonly file: string }): OpenSnapshot {
  const { raw, query, statements } = openReader(file)
  // The default cache would keep the whole file in memory after a read of all rows.
  raw.exec('pragma cache_size = -8192; begin')
  // A transaction's snapshot is taken at its first statement.
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
 * Marks schema changes as transactional, which Kysely does not assume for SQLite, so that an interrupted migration is
 * rolled back.
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

/** The query builder on a connection. @param opening replaces statements of the builder. */
export function kyselyOn(connection: DatabaseSync, opening?: Record<string, string>): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new Dialect({ database: forKysely(connection, opening) }) })
}
