import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { inThread, threadEntry } from '#server/base/thread.ts'
import type { Database, Snapshot, WriteRun, Writer } from '../database.ts'
import { type Connection, openSnapshot } from './connection.ts'
import { failureOf } from './failures.ts'
import { demandPurge, isPurgePending } from './purge.ts'

/** How long a write waits for another program to release the file, in milliseconds. */
const lockTimeout = 5_000

/** An open file, or a database in memory, which has a single connection. */
export class SqliteDatabase implements Database {
  readonly address
  readonly id = randomUUID()
  /** One process opens the file. */
  readonly isShared = false
  readonly #writer: Connection
  readonly #reader: Connection
  readonly #closing = new AbortController()
  readonly #begin: { get(): unknown }
  #last: Promise<unknown> = Promise.resolve()

  /** @param file null for a database in memory. */
  constructor(file: string | null, writer: Connection, reader: Connection) {
    this.address = file === null ? null : ({ engine: 'sqlite', file } as const)
    this.#writer = writer
    this.#reader = reader
    this.#begin = reader.raw.prepare('select count(*) from deployment')
  }

  get read() {
    return this.#reader.query
  }

  /** For tests. */
  get connection(): DatabaseSync {
    return this.#writer.raw
  }

  write<T>(work: Work<T>): Promise<T> {
    const until = performance.now() + lockTimeout
    const turn = this.#last.then(() => this.#writeNext(work, until))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.#reader.query.transaction().execute((transaction) => {
      // A transaction's snapshot is taken at its first statement.
      this.#begin.get()
      return work(this.#reader.statements.reader(transaction))
    })
  }

  async openSnapshot() {
    // A database in memory has a single connection, so concurrent writes are visible.
    if (this.address === null) return { ...this.#reader.statements.reader(this.read), close: () => undefined }
    return openSnapshot(this.address)
  }

  exclusively = <T>(work: () => Promise<T>): Promise<T> => work()

  hint() {}

  onHint() {}

  async check() {
    this.#reader.raw.prepare('select count(*) from deployment').get()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#last
    if (this.#reader !== this.#writer) this.#reader.raw.close()
    if (this.address !== null) checkpoint(this.#writer.raw)
    this.#writer.raw.close()
  }

  /** Retries while another program holds the lock, so that all other work continues. */
  async #writeNext<T>(work: Work<T>, until: number): Promise<T> {
    for (;;) {
      let begun = false
      try {
        return await this.#writeOnce(work, () => {
          begun = true
        })
      } catch (error) {
        if (begun || failureOf(error) !== 'busy' || performance.now() > until) throw error
        await delay(25)
      }
    }
  }

  async #writeOnce<T>(work: Work<T>, onBegin: () => void): Promise<T> {
    let isPurgeDemanded = false
    const result = await this.#writer.query.transaction().execute((transaction) => {
      onBegin()
      return work(transaction, {
        reader: this.#writer.statements.reader(transaction),
        purge: () => {
          isPurgeDemanded = true
          return demandPurge(transaction)
        },
      })
    })
    if (isPurgeDemanded) this.#purge()
    return result
  }

  /** Runs the purge as the next write; other writes wait for it. */
  #purge() {
    if (this.address === null) return
    const { file } = this.address
    this.#last = this.#last.then(async () => {
      if (!isPurgePending(this.#writer.raw)) return
      const entry = threadEntry(import.meta.url, './purge-worker.ts', './purge-worker.js')
      await inThread<boolean>(entry, { file }, this.#closing.signal).catch(() => false)
    })
  }
}

type Work<T> = (transaction: Writer, run: WriteRun) => Promise<T>

/** Checkpoints the log at the end. On a full disk the log is kept; the next start reads it. */
function checkpoint(connection: DatabaseSync) {
  try {
    connection.exec('pragma busy_timeout = 1000')
    connection.exec('pragma wal_checkpoint(truncate)')
  } catch {
    // All answered writes are in the log.
  }
}
