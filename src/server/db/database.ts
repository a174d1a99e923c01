import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** A query that reads; also a transaction, so that a rule may read what it has just written. */
export type Reader = Kysely<Tables>
/** A transaction that writes. */
export type Writer = Transaction<Tables>

/** The source of truth. Drivers, files and the SQL of one engine are behind this interface, in a folder of the engine. */
export interface Database {
  /** Reads what is committed, without waiting for a write. */
  readonly read: Reader
  /**
   * Runs `work` in one transaction, after all writes requested before it. Its result is durable when the promise
   * resolves; if `work` throws, nothing of it is kept. While another program locks the database, only the write waits,
   * for five seconds at most. Called by `changes/change.ts` alone.
   */
  write<T>(work: (transaction: Writer, run: WriteRun) => Promise<T>): Promise<T>
  /** Reads in one snapshot, which is taken before `work` begins. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** A snapshot for long reads, taken now; the caller closes it. Storage cannot be reclaimed while it is open. */
  openSnapshot(): OpenSnapshot
  /** Throws if the database does not respond. */
  check(): void
  close(): Promise<void>

  /** Lets another thread read with `openReader`; null if only this thread can read. */
  readonly address: DatabaseAddress | null
}

/** Where a database is, for another thread of this process. */
export interface DatabaseAddress {
  readonly engine: 'sqlite'
  readonly file: string
}

/** Reads of many rows cost less as arrays of values than as the objects of the query builder. */
export interface RowReader {
  readonly read: Reader
  /** Rows that have their columns as properties. They cannot be spread, compared or written as JSON. */
  rows<T>(query: CompiledQuery<T>): Promise<T[]>
  /** Rows as arrays of values in the order of the selected columns. */
  arrays(query: CompiledQuery): Promise<ArrayRow[]>
  /** The same, at most `size` rows at a time. */
  chunks(query: CompiledQuery, size: number): AsyncIterable<ArrayRow[]>
}

export type ArrayRow = readonly (number | string | null)[]

/** Data that stays as it is while others write. */
export interface Snapshot extends RowReader {}

export interface OpenSnapshot extends Snapshot {
  close(): void
}

/** A running write. */
export interface WriteRun {
  /** Reads in the transaction, with what was written in it. */
  readonly reader: RowReader
  /**
   * Demands that nothing of the rows that it deletes remains in storage. Begins after the commit, in the background;
   * an interrupted purge is completed at the next start.
   */
  purge(): Promise<void>
}

/** What a change inserted, changed or deleted of the tables that are counted. */
export interface Changes {
  /** Ids of findings. */
  findings: readonly number[]
  /** Ids of lockfiles that were written, or whose dependencies were. */
  lockfiles: readonly number[]
  /** Names of other tables that findings are counted by: project, ref, rule, policy_rule, category_set. */
  tables: readonly string[]
  /** Whether a scan was written. */
  scans: boolean
  /** Whether everything of the deployment is to be read anew; the other fields do not say all then. */
  all: boolean
}

/** What is wrong with a database that throws while the service runs. */
export type DatabaseFailure = 'busy' | 'read_only' | 'disk_failed' | 'damaged' | 'disk_full' | 'cannot_open'

/** The database cannot be used: damaged, locked, from a newer version. The message is fit for a person. */
export class DatabaseFault extends Error {}
