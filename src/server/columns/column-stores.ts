import { statSync } from 'node:fs'
import { columnEvictions } from '#server/base/telemetry/events.ts'
import type { Database, OpenSnapshot, RowReader, Snapshot } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import { readChangeNumber } from './change-number.ts'
import { readColumnFileHead, removeColumnFile, removeColumnFiles, reviewColumnFolder } from './column-file.ts'
import type { ColumnKind } from './column-kind.ts'
import { ColumnStore, type ColumnStoreLog, type ColumnStoreState, type Unusable } from './column-store.ts'

/** How long a request waits for columns that are being loaded, in milliseconds. */
const loadTimeout = 10_000
/** The size in bytes from which a file takes long to rebuild: that of about 10,000 findings. */
const largeFile = 1_000_000
/** Two writes may happen in between; after this many attempts, something is wrong. */
const maxAttempts = 20

export interface ColumnStoresOptions {
  database: Database
  /** The folder of the column files; null to store none, as for a database in memory. */
  folder: string | null
  /** Distinguishes files of different schemas. */
  schema: string
  log: ColumnStoreLog
  /** Above this size, the least recently used columns are unloaded. */
  maxBytes?: number
  /**
   * So much is kept in any case. More is only kept where some columns are large: as much as four times the largest.
   * Without it, `maxBytes` alone limits the columns.
   */
  keptBytes?: number
  /** The clock, milliseconds since 1970. */
  now?: () => number
}

/**
 * The column stores of a service, one for each kind and deployment, loaded on first use. Findings, dependencies and
 * trends are counted only here.
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

  /** The time, milliseconds since 1970. */
  now(): number {
    return (this.#options.now ?? Date.now)()
  }

  /** The memory used by all columns. */
  get bytes(): number {
    return [...this.#stores.values()].reduce((sum, store) => sum + store.bytes, 0)
  }

  /**
   * The size above which columns are unloaded; infinite for no limit. Many small deployments are loaded again in a
   * fraction of a second, so that memory is only used without restraint for large ones.
   */
  get maxBytes(): number {
    const { maxBytes = Number.POSITIVE_INFINITY, keptBytes = maxBytes } = this.#options
    let largest = 0
    for (const { bytes } of this.#stores.values()) largest = Math.max(largest, bytes)
    return Math.min(maxBytes, Math.max(keptBytes, 4 * largest))
  }

  /** What the loaded columns hold. */
  states(): ColumnStoreState[] {
    return [...this.#stores.values()].flatMap((store) => store.state ?? [])
  }

  /**
   * Reads in one snapshot of the database, with the columns as of that snapshot. They do not change until `work` ends.
   * @throws HttpError 503 if the columns are not loaded in time.
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

  /** Like `read`, with two kinds of columns. */
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
   * @throws HttpError 503 if the columns are not loaded in time.
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
        const snapshot = await database.openSnapshot()
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

  /** Like `open`, with two kinds of columns. */
  async openBoth<C, D, T>(
    [first, second]: [ColumnKind<C>, ColumnKind<D>],
    deploymentId: number,
    choose: (columns: [C, D], snapshot: Snapshot) => Promise<T>,
  ): Promise<{ result: T; snapshot: OpenSnapshot }> {
    const other = this.#storeOf(second, deploymentId)
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const { result, snapshot } = await this.open(first, deploymentId, async (columns, reader) => {
        const changeNumber = await readChangeNumber(reader.read, deploymentId)
        return other.use(changeNumber, reader, (more) => choose([columns, more], reader))
      })
      if (typeof result !== 'string') return { result: result.value, snapshot }
      snapshot.close()
      await this.#bringForward(other, result)
    }
    throw loading()
  }

  /**
   * Runs `work` with the columns as of before a running change, which has its number but has not written anything yet.
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

  /** Loads columns unless they are loaded; must be called before a change that uses them. */
  prepare<C>(kind: ColumnKind<C>, deploymentId: number): Promise<void> {
    return inTime(this.#storeOf(kind, deploymentId).load())
  }

  /**
   * Checks all files before first use. Those that are damaged, or ahead of the database, for example after a restore, are
   * removed: they would seem valid once the database reaches the same change number.
   * @returns the deployments with a large one of another version's schema, which takes seconds to rebuild.
   */
  async reviewFiles(): Promise<number[]> {
    const { folder, schema, database } = this.#options
    const files = reviewColumnFolder(folder)
    const rows = await database.read.selectFrom('deployment').select(['id', 'change_number']).execute()
    const changeNumbers = new Map(rows.map((row) => [row.id, row.change_number]))
    const outdated = new Set<number>()
    for (const { file, deploymentId } of files) {
      const head = await readColumnFileHead(file)
      if (head === null || head.changeNumber > (changeNumbers.get(deploymentId) ?? -1)) removeColumnFile(file)
      else if (!head.format.startsWith(`${schema} `) && statSync(file).size > largeFile)
        outdated.add(deploymentId)
    }
    return [...outdated]
  }

  /**
   * Starts loading columns unless they are loaded. @returns whether all rows are being read for it, which takes
   * seconds.
   */
  isReadingRows<C>(kind: ColumnKind<C>, deploymentId: number): Promise<boolean> {
    return this.#storeOf(kind, deploymentId).isReadingRows()
  }

  /** Loads columns unless they are loaded, without a time limit; for startup, when no request waits. */
  load<C>(kind: ColumnKind<C>, deploymentId: number): Promise<void> {
    return this.#storeOf(kind, deploymentId).load()
  }

  /** Starts loading columns; readers wait for the load. */
  warm<C>(kind: ColumnKind<C>, deploymentId: number): void {
    this.load(kind, deploymentId).catch(() => undefined)
  }

  /**
   * Starts loading columns that have no file yet, which takes seconds; those with a file are read on first use, so that
   * they take no memory before.
   */
  warmWithoutFile<C>(kind: ColumnKind<C>, deploymentId: number): void {
    if (!this.#storeOf(kind, deploymentId).hasFile) this.warm(kind, deploymentId)
  }

  /**
   * Runs a change that deletes texts permanently: the files are removed before it commits, and rebuilt from the
   * remaining rows.
   */
  async withoutFiles<T>(deploymentId: number, change: (removeFiles: () => void) => Promise<T>): Promise<T> {
    const suffix = ` ${deploymentId}`
    const storesNow = () => [...this.#stores].flatMap(([key, store]) => (key.endsWith(suffix) ? [store] : []))
    for (const store of storesNow()) await store.pauseFile()
    try {
      return await change(() => removeColumnFiles(this.#options.folder, deploymentId))
    } finally {
      // Other stores may have been created meanwhile.
      for (const store of storesNow()) store.resumeFile()
    }
  }

  /** Removes the columns of a deployment that is deleted, and their files. */
  async forget(deploymentId: number): Promise<void> {
    const suffix = ` ${deploymentId}`
    for (const [key, store] of [...this.#stores]) {
      if (!key.endsWith(suffix)) continue
      await store.pauseFile()
      store.unload()
      this.#stores.delete(key)
    }
    removeColumnFiles(this.#options.folder, deploymentId)
  }

  /**
   * Stops all loads before the database is closed, and writes the files, so that the next start need not apply the log.
   */
  async stop(): Promise<void> {
    const stores = [...this.#stores.values()]
    // A full disk or an unreadable database must not prevent the stop: the next start reads the rows.
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
      // A load that a stop aborts has not failed.
      throw this.#stopping.signal.aborted ? loading() : error
    }
  }

  #storeOf<C>(kind: ColumnKind<C>, deploymentId: number): ColumnStore<C> {
    const key = `${kind.name} ${deploymentId}`
    // parse: the key contains the kind's name, so the store has this type.
    const store = (this.#stores.get(key) as ColumnStore<C> | undefined) ?? this.#create(kind, deploymentId)
    // The map is sorted by last use.
    this.#stores.delete(key)
    // parse: stored under the name of its kind.
    this.#stores.set(key, store as ColumnStore<unknown>)
    return store
  }

  #create<C>(kind: ColumnKind<C>, deploymentId: number): ColumnStore<C> {
    const { folder, schema, database, log } = this.#options
    const onLoaded = (store: object) => this.#evict(store)
    const context = { database, folder, schema, log, stopping: this.#stopping.signal, onLoaded }
    return new ColumnStore<C>(context, kind, deploymentId)
  }

  /** Unloads the least recently used columns if memory is short, but never those that were just loaded. */
  #evict(loaded: object) {
    let excess = this.bytes - this.maxBytes
    for (const store of this.#stores.values()) {
      if (excess <= 0) return
      if (store === loaded || store.bytes === 0) continue
      excess -= store.bytes
      columnEvictions.publish({ kind: store.kind })
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
