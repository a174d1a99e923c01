import type { Database, OpenSnapshot, RowReader, Snapshot } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import { readChangeNumber } from './change-number.ts'
import {
  columnFilesOf,
  readColumnFileHead,
  removeColumnFile,
  removeColumnFiles,
  removeUnknownFiles,
} from './column-file.ts'
import type { ColumnKind } from './column-kind.ts'
import { ColumnStore, type ColumnStoreLog, type Unusable } from './column-store.ts'

/** A request waits this long for columns that are being loaded. Milliseconds. */
const loadTimeout = 10_000
/** Two writes can come between; with more, something is wrong. */
const maxAttempts = 20

export interface ColumnStoresOptions {
  database: Database
  /** Where column files are kept; null to keep none, as for a database in memory. */
  folder: string | null
  /** Distinguishes files of another schema. */
  schema: string
  log: ColumnStoreLog
  /** With more bytes than this, the columns that were not used for longest are given up. */
  maxBytes?: number
}

/**
 * The column stores of a service, one for each kind and deployment, loaded when they are first used. They are the only
 * place where findings, dependencies and trends are counted.
 * Source: docs/architecture.md.
 */
export class ColumnStores {
  readonly #options: ColumnStoresOptions
  readonly #stores = new Map<string, ColumnStore<unknown>>()
  readonly #stopping = new AbortController()

  constructor(options: ColumnStoresOptions) {
    this.#options = options
  }

  get database(): Database {
    return this.#options.database
  }

  /** What all columns take in memory. */
  get bytes(): number {
    return [...this.#stores.values()].reduce((sum, store) => sum + store.bytes, 0)
  }

  /**
   * Reads in one snapshot of the database, with the columns as they are in it. What is picked from the columns stays as
   * it is until `work` ends.
   * @throws HttpError 503 where the columns are not loaded in time.
   */
  read<C, T>(
    kind: ColumnKind<C>,
    deploymentId: number,
    work: (columns: C, snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    const { database } = this.#options
    return this.#retry(kind, deploymentId, (store) =>
      database.snapshot(async (snapshot) => {
        const changeNumber = await readChangeNumber(snapshot.read, deploymentId)
        return store.use(changeNumber, snapshot, (columns) => work(columns, snapshot))
      }),
    )
  }

  /** The same with two kinds of columns. */
  async readBoth<C, D, T>(
    [first, second]: [ColumnKind<C>, ColumnKind<D>],
    deploymentId: number,
    work: (columns: [C, D], snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    const other = this.#storeOf(second, deploymentId)
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const result = await this.read(first, deploymentId, async (columns, snapshot) => {
        const changeNumber = await readChangeNumber(snapshot.read, deploymentId)
        return other.use(changeNumber, snapshot, (more) => work([columns, more], snapshot))
      })
      if (typeof result !== 'string') return result.value
      await this.#bringForward(other, result)
    }
    throw loading()
  }

  /**
   * Runs `choose` on the columns and keeps the snapshot open, for a long read of its result. The caller closes it.
   * @throws HttpError 503 where the columns are not loaded in time.
   */
  open<C, T>(
    kind: ColumnKind<C>,
    deploymentId: number,
    choose: (columns: C, snapshot: Snapshot) => Promise<T>,
  ): Promise<{ result: T; snapshot: OpenSnapshot }> {
    const { database } = this.#options
    return this.#retry(kind, deploymentId, (store) =>
      // A database in memory has one connection, which this transaction holds.
      database.snapshot(async (shared) => {
        const snapshot = database.openSnapshot()
        const reader = database.address === null ? shared : snapshot
        try {
          const changeNumber = await readChangeNumber(reader.read, deploymentId)
          const result = await store.use(changeNumber, reader, (columns) => choose(columns, reader))
          if (typeof result !== 'string') return { value: { result: result.value, snapshot } }
          snapshot.close()
          return result
        } catch (error) {
          snapshot.close()
          throw error
        }
      }),
    )
  }

  /**
   * Runs `work` with the columns as they were before a running change, which has its number but has written nothing yet.
   * @param reader reads in the transaction of the change.
   */
  async readBeforeChange<C, T>(
    kind: ColumnKind<C>,
    deploymentId: number,
    reader: RowReader,
    work: (columns: C) => Promise<T>,
  ): Promise<T> {
    const changeNumber = (await readChangeNumber(reader.read, deploymentId)) - 1
    const store = this.#storeOf(kind, deploymentId)
    const result = await store.use(changeNumber, reader, work, Number.POSITIVE_INFINITY)
    if (typeof result !== 'string') return result.value
    throw loading()
  }

  /** Loads columns if they are not; to be called before a change that uses them. */
  prepare<C>(kind: ColumnKind<C>, deploymentId: number): Promise<void> {
    return inTime(this.#storeOf(kind, deploymentId).load())
  }

  /**
   * Looks at the files of a deployment before anything uses them. Those that are damaged, or ahead of the database as
   * after a restore, are removed: once the database has come as far again, they would be taken for its own.
   * @returns whether any is of another version's schema, which takes seconds to make anew.
   */
  async reviewFiles(deploymentId: number): Promise<boolean> {
    const { folder, schema, database } = this.#options
    removeUnknownFiles(folder)
    const changeNumber = await readChangeNumber(database.read, deploymentId)
    let isOutdated = false
    for (const file of columnFilesOf(folder, deploymentId)) {
      const head = await readColumnFileHead(file)
      if (head === null || head.changeNumber > changeNumber) removeColumnFile(file)
      else if (!head.format.startsWith(`${schema} `)) isOutdated = true
    }
    return isOutdated
  }

  /** Begins to load columns if they are not. @returns whether all rows are being read for that, which takes seconds. */
  isReadingRows<C>(kind: ColumnKind<C>, deploymentId: number): Promise<boolean> {
    return this.#storeOf(kind, deploymentId).isReadingRows()
  }

  /** Loads columns if they are not, however long that takes; for a start, which no request waits for. */
  load<C>(kind: ColumnKind<C>, deploymentId: number): Promise<void> {
    return this.#storeOf(kind, deploymentId).load()
  }

  /** Begins to load columns; whoever needs them waits. */
  warm<C>(kind: ColumnKind<C>, deploymentId: number): void {
    this.load(kind, deploymentId).catch(() => undefined)
  }

  /**
   * Runs a change that deletes texts for good: its files are removed before it commits, and made again from the rows that
   * are left.
   */
  async withoutFiles<T>(deploymentId: number, change: (removeFiles: () => void) => Promise<T>): Promise<T> {
    const suffix = ` ${deploymentId}`
    const storesNow = () => [...this.#stores].flatMap(([key, store]) => (key.endsWith(suffix) ? [store] : []))
    for (const store of storesNow()) await store.pauseFile()
    try {
      return await change(() => removeColumnFiles(this.#options.folder, deploymentId))
    } finally {
      // Others may have begun to read meanwhile.
      for (const store of storesNow()) store.resumeFile()
    }
  }

  /** Ends all before the database is closed, and writes the files, which spares the next start the log. */
  async stop(): Promise<void> {
    const stores = [...this.#stores.values()]
    // A full disk or a database that cannot be read is no reason not to stop: the next start reads the rows.
    for (const store of stores) await store.save().catch(() => undefined)
    this.#stopping.abort()
    for (const store of stores) await store.settled()
    this.#stores.clear()
  }

  async #retry<C, T>(
    kind: ColumnKind<C>,
    deploymentId: number,
    attempt: (store: ColumnStore<C>) => Promise<{ value: T } | Unusable>,
  ): Promise<T> {
    const store = this.#storeOf(kind, deploymentId)
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const result = await attempt(store)
      if (typeof result !== 'string') return result.value
      await this.#bringForward(store, result)
    }
    throw loading()
  }

  async #bringForward<C>(store: ColumnStore<C>, unusable: Unusable) {
    try {
      if (unusable === 'not loaded') await inTime(store.load())
      else if (unusable === 'far behind') await inTime(store.catchUp())
    } catch (error) {
      // A load that a stop breaks off is nothing that failed.
      throw this.#stopping.signal.aborted ? loading() : error
    }
  }

  #storeOf<C>(kind: ColumnKind<C>, deploymentId: number): ColumnStore<C> {
    const key = `${kind.name} ${deploymentId}`
    // parse: the name is of this kind alone.
    const store = (this.#stores.get(key) as ColumnStore<C> | undefined) ?? this.#create(kind, deploymentId)
    // The map is in the order of use.
    this.#stores.delete(key)
    // parse: kept under the name of its kind.
    this.#stores.set(key, store as ColumnStore<unknown>)
    return store
  }

  #create<C>(kind: ColumnKind<C>, deploymentId: number): ColumnStore<C> {
    const { folder, schema, database, log } = this.#options
    const onLoaded = (store: object) => this.#evict(store)
    const context = { database, folder, schema, log, stopping: this.#stopping.signal, onLoaded }
    return new ColumnStore<C>(context, kind, deploymentId)
  }

  /** Gives up what was not used for longest where memory is short, but never what was loaded just now. */
  #evict(loaded: object) {
    let excess = this.bytes - (this.#options.maxBytes ?? Number.POSITIVE_INFINITY)
    for (const store of this.#stores.values()) {
      if (excess <= 0) return
      if (store === loaded || store.bytes === 0) continue
      excess -= store.bytes
      store.unload()
    }
  }
}

async function inTime(loadingColumns: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(loading()), loadTimeout)
  })
  await Promise.race([loadingColumns, late]).finally(() => clearTimeout(timer))
}

const loading = () =>
  new HttpError(503, 'The data of this deployment is being loaded. Try again in a few seconds.', {
    headers: { 'retry-after': '5' },
  })
