import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A query builder for reading; also a transaction, so that a function can read what the transaction has just written.
 */
export type Reader = Kysely<Tables>
/** A transaction that writes. */
export type Writer = Transaction<Tables>

/**
 * The database of the service. Drivers, files and engine-specific SQL are behind this interface, in one folder per
 * engine.
 */
export interface Database {
  /** Reads committed data, without waiting for a write. */
  readonly read: Reader
  /**
   * Runs `work` in one transaction, after all writes requested before it. Its result is durable when the promise
   * resolves; if `work` throws, the transaction is rolled back. While another program locks the database, only the
   * write waits, for at most five seconds. `work` can run several times, if it loses against a concurrent write. Called
   * only by `changes/write.ts`.
   * @param lock by default `records`.
   */
  write<T>(work: (transaction: Writer, run: WriteRun) => Promise<T>, lock?: WriteLock): Promise<T>
  /** Reads in one snapshot, which is taken before `work` begins. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** A snapshot for long reads, taken now; the caller closes it. Storage cannot be reclaimed while it is open. */
  openSnapshot(): Promise<OpenSnapshot>
  /** Rejects if the database does not respond. */
  check(): Promise<void>
  close(): Promise<void>

  /** Distinguishes this database from others; an embedded one also from the same one of an earlier start. */
  readonly id: string
  /** Runs `work` while no other process runs such work: what a start prepares once. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Whether other processes write to the same database, so that nothing read earlier is known to be current. */
  readonly isShared: boolean
  /** Tells other processes of a committed change of a deployment. A hint may be lost: the change log is the truth. */
  hint(deploymentId: number): void
  /** Calls `listener` with the hints of all processes. */
  onHint(listener: (deploymentId: number) => void): void

  /** Lets another thread read with `openReader`; null if only this thread can read. */
  readonly address: DatabaseAddress | null
}

/** The location of a database, for another thread of this process. */
export type DatabaseAddress =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string }

/**
 * What a write is ordered with: other writes of a deployment, by its id, or other writes of what belongs to none. An
 * engine with a single writer orders all of them.
 */
export type WriteLock = number | 'records'

/** The most exports of findings at once in a process where each holds a connection to a server. */
export const maxExportConnections = 4

/** Reads many rows as arrays of values, which is cheaper than the objects of the query builder. */
export interface RowReader {
  readonly read: Reader
  /** Rows with their columns as properties. They cannot be spread, compared or serialized as JSON. */
  rows<T>(query: CompiledQuery<T>): Promise<T[]>
  /** Rows as arrays of values in the order of the selected columns. */
  arrays(query: CompiledQuery): Promise<ArrayRow[]>
  /** Like `arrays`, with at most `size` rows at a time. */
  chunks(query: CompiledQuery, size: number): AsyncIterable<ArrayRow[]>
}

export type ArrayRow = readonly (number | string | null)[]

/** A consistent view of the data that later writes do not change. */
export interface Snapshot extends RowReader {}

export interface OpenSnapshot extends Snapshot {
  close(): void
}

/** A running write. */
export interface WriteRun {
  /** Reads in the transaction, with what was written in it. */
  readonly reader: RowReader
  /**
   * Requests that deleted rows are also removed from storage. The purge starts after the commit, in the background; an
   * interrupted purge is completed at the next start.
   */
  purge(): Promise<void>
}

/** The rows of counted tables that a change inserted, changed or deleted. */
export interface Changes {
  /** Ids of findings. */
  findings: readonly number[]
  /** Ids of lockfiles that were written, or whose dependencies were. */
  lockfiles: readonly number[]
  /** Names of other tables that findings are counted by: project, ref, rule, policy_rule, category_set. */
  tables: readonly string[]
  /** Whether a scan was written. */
  scans: boolean
  /** Whether all data of the deployment must be reloaded; the other fields are incomplete then. */
  all: boolean
}

/** The cause of a database error while the service runs. */
export type DatabaseFailure =
  | 'busy'
  | 'read_only'
  | 'disk_failed'
  | 'damaged'
  | 'disk_full'
  | 'cannot_open'
  | 'unreachable'

/** A migration that a database does not have. */
export interface PendingMigration {
  name: string
  /** What it executes, where that does not follow from what is stored. */
  statements: readonly string[]
}

/** The database cannot be used: damaged, locked, or from a newer version. The message is suitable for users. */
export class DatabaseFault extends Error {}
