import { setImmediate as immediate } from 'node:timers/promises'
import type { Database, OpenSnapshot, Reader, Snapshot } from '#server/db/database.ts'
import { inThread, threadEntry } from '#server/thread.ts'
import { Columns, type ColumnsData, lockfileQuery } from './columns.ts'
import { loadColumns } from './load.ts'

const loaderEntry = () => threadEntry(import.meta.url, './loader.ts', './dependencies-loader.js')
/** The number is incremented when the columns change but the statement that reads them does not. */
const format = `1 ${lockfileQuery}`
/** With more changed lockfiles than this all is loaded anew, in a thread, and not on the way of a request. */
const reloadThreshold = 2000

/**
 * Keeps the dependencies of a database in memory, to search and count them by. It hears of each write before a snapshot
 * can hold it, and reads the lockfiles that were written again in the snapshot of whoever asks next, so that both always
 * agree.
 */
class ColumnStore {
  readonly #database: Database
  /** What the service before this one left, until it is read. */
  #columnFile: (() => Promise<ColumnsData | null>) | null
  /** Lockfiles that were written since they were read. */
  #changed = new Set<number>()
  /** Those of the write that is being committed; a snapshot may hold them or not. */
  #committing: readonly number[] = []
  #columns: Promise<Columns> | null = null
  #isLoaded = false
  readonly #stopping = new AbortController()
  readonly #stopListening: () => void

  constructor(database: Database) {
    this.#database = database
    const note = (lockfiles: readonly number[]) => {
      for (const id of lockfiles) this.#changed.add(id)
    }
    this.#stopListening = database.listen({
      committing: ({ lockfiles }) => {
        this.#committing = lockfiles
      },
      committed: ({ lockfiles }) => {
        this.#committing = []
        note(lockfiles)
      },
      outOfBand: ({ lockfiles }) => note(lockfiles),
    })
    this.#columnFile = database.columnFiles.claim('lockfiles', format)
  }

  /** Whether they can be had within a moment, so that they need not be held before they are asked for. */
  get isAtHand(): boolean {
    return this.#columnFile !== null
  }

  /** All dependencies, loaded when they are first asked for; a failure is told, and the next one tries again. */
  load(): Promise<Columns> {
    if (this.#stopping.signal.aborted) return Promise.reject(new Error('the dependencies are put away'))
    this.#columns ??= this.#loadAll().then(
      (columns) => {
        this.#isLoaded = true
        return columns
      },
      (error: unknown) => {
        this.#columns = null
        throw error
      },
    )
    return this.#columns
  }

  /** Brings the columns to where a snapshot stands that has just been taken. */
  async applyChanges(columns: Columns, snapshot: Snapshot): Promise<void> {
    this.#database.reportOutOfBandWrites()
    const ids = [...this.#changed, ...this.#committing]
    if (ids.length === 0) return
    // What is written from here on is in no snapshot that is read now.
    this.#changed.clear()
    try {
      await columns.loadLockfiles(snapshot, ids)
    } catch (error) {
      for (const id of ids) this.#changed.add(id)
      throw error
    }
  }

  /** Ends it before the database is closed, and keeps what is loaded or at hand for the next start. */
  async stop() {
    // A database that cannot be read is no reason not to stop, and one that is being read is not waited for.
    if (this.#isLoaded || this.isAtHand) await this.#save().catch(() => undefined)
    this.#stopping.abort()
    this.#stopListening()
    await this.#columns?.catch(() => undefined)
    this.#columns = null
  }

  async #save() {
    const { address, columnFiles } = this.#database
    const isSmallChange = this.#changed.size <= reloadThreshold
    if (address === null || columnFiles.isCurrent('lockfiles') || !isSmallChange) return
    const columns = await this.load()
    await this.#database.snapshot(async (snapshot) => {
      await this.applyChanges(columns, snapshot)
      columnFiles.save('lockfiles', format, columns.parts())
    })
  }

  async #loadAll(): Promise<Columns> {
    const parts = this.#changed.size > reloadThreshold ? null : await this.#columnFile?.()
    this.#columnFile = null
    if (parts) return new Columns(parts)
    // What changes from here on is read again.
    this.#changed.clear()
    const { address } = this.#database
    // In a thread of its own, but where the database is in this one's memory.
    if (address === null)
      return this.#database.snapshot((snapshot) => loadColumns(snapshot, () => immediate()))
    return new Columns(await inThread<ColumnsData>(loaderEntry(), { address }, this.#stopping.signal))
  }
}

const columnStores = new WeakMap<Database, ColumnStore>()

function columnStoreOf(database: Database): ColumnStore {
  const known = columnStores.get(database) ?? new ColumnStore(database)
  columnStores.set(database, known)
  return known
}

/**
 * Loads the dependencies of a database in the background, so that the first search need not wait for it, but where they
 * are at hand. What goes wrong is met again, and told, by whoever asks first. To be stopped before the database closes.
 */
export function startDependencyColumns(database: Database): { stop(): Promise<void> } {
  const memory = columnStoreOf(database)
  if (!memory.isAtHand) memory.load().catch(() => undefined)
  return memory
}

/**
 * Reads in one snapshot of the database and of the dependencies in memory. What is picked from the columns, or
 * made ready to be counted, has to be before anything is awaited; what is ready keeps standing for this moment, since rows
 * are replaced and never changed.
 */
export async function withColumns<T>(
  database: Database,
  work: (reader: Reader, columns: Columns) => Promise<T>,
): Promise<T> {
  const memory = columnStoreOf(database)
  const columns = await memory.load()
  return database.snapshot(async (snapshot) => {
    await memory.applyChanges(columns, snapshot)
    return work(snapshot.read, columns)
  })
}

/**
 * The same with a snapshot of its own, for a long read of what `choose` picked. The caller closes it.
 */
export async function openView<T>(
  database: Database,
  choose: (columns: Columns) => T,
): Promise<{ chosen: T; snapshot: OpenSnapshot }> {
  const memory = columnStoreOf(database)
  const columns = await memory.load()
  // Others bring the columns to their own snapshots one after the other, in this one.
  return database.snapshot(async () => {
    const snapshot = database.openSnapshot()
    try {
      await memory.applyChanges(columns, snapshot)
      return { chosen: choose(columns), snapshot }
    } catch (error) {
      snapshot.close()
      throw error
    }
  })
}
