import { setImmediate as immediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FindingType } from '#contract/vocabulary.ts'
import type { ChangeListener, Database, Snapshot } from '#server/db/database.ts'
import { inThread, threadEntry } from '#server/thread.ts'
import { loadTables } from './load.ts'
import { selectColumns } from './sources.ts'
import type { Table } from './table.ts'
import { Tables, type TablesData } from './tables.ts'

const loaderEntry = () => threadEntry(import.meta.url, './loader.ts', './findings-loader.js')
/** How many changes are read at once: some milliseconds, so that no request waits longer for it. */
const idsPerRead = 2000
/** More changes than this are not read on a request's way; until they are, SQL answers. */
const maxInlineChanges = 5000
/** For so many changes it is better to wait than to count by SQL meanwhile, which takes as long each time. */
const maxAwaitedChanges = 50_000
/** With more changes than this all is loaded anew. */
const reloadThreshold = 200_000
const maxFailures = 3
/** Incremented when the columns change but the statement that reads them does not. */
const formatVersion = 1

/** Who is told of what went wrong. */
export interface ColumnStoreLog {
  error(details: object, message: string): void
}

/** The findings in memory as one snapshot has them. */
export interface ColumnSnapshot {
  table(deploymentId: number, type: FindingType): Table
  /** What is derived from the columns and from what they name; gone once either changes. */
  readonly derived: Map<string, unknown>
  /** What is derived from names, tags and modes alone; gone once one of them changes. */
  readonly nameCache: Map<string, unknown>
  /** Says that counting failed: all is loaded anew, and SQL answers meanwhile. */
  reportFailure(error: unknown): void
}

/**
 * Keeps the findings of a database as columns in memory, to count them by. It hears of each write before a snapshot
 * can hold it, and reads what was written again in the snapshot of whoever counts next, so that both always agree.
 */
export class ColumnStore {
  readonly #database: Database
  readonly #complaints: ColumnStoreLog
  readonly #stopListening: () => void
  readonly #format: string
  /** What the service before this one left, until it is taken. */
  #kept: Promise<TablesData | null> | null
  #tables: Tables | null = null
  #derived = new Map<string, unknown>()
  readonly #named = new Map<string, unknown>()
  /** Findings that were written since they were read. */
  #changed = new Set<number>()
  /** Those of the write that is being committed; a snapshot may hold them or not. */
  #changing: readonly number[] = []
  #namesChanged = false
  #namesChanging = false
  #busy: Promise<void> | null = null
  readonly #stopping = new AbortController()
  #failures = 0

  constructor(database: Database, log: ColumnStoreLog) {
    this.#database = database
    this.#complaints = log
    this.#format = `${formatVersion} ${sql`${selectColumns}`.compile(database.read).sql}`
    const listener: ChangeListener = {
      committing: ({ findings, tables }) => {
        this.#changing = findings
        this.#namesChanging = tables.length > 0
      },
      committed: ({ findings, tables }) => {
        this.#changing = []
        this.#namesChanging = false
        for (const id of findings) this.#changed.add(id)
        if (tables.length > 0) this.#namesChanged = true
        if (this.#changed.size > maxInlineChanges) this.#work()
      },
      outOfBand: ({ findings, tables }) => {
        for (const id of findings) this.#changed.add(id)
        if (tables.length > 0) this.#namesChanged = true
      },
    }
    this.#stopListening = database.listen(listener)
    this.#kept = database.columnFiles.claim<TablesData>('findings', this.#format)?.() ?? null
    this.#work()
  }

  /** Resolves when nothing is left to load. */
  async settled(): Promise<void> {
    while (this.#busy) await this.#busy
  }

  /**
   * Resolves when what the service before this one left, or a large write changed, has been read; at once where there is
   * nothing, or too much of it.
   */
  async caughtUp(): Promise<void> {
    // Counting by SQL would take longer, and hold up what is read.
    if (await this.#kept) await this.#busy
    const { size } = this.#changed
    if (this.#tables && this.#busy && size > maxInlineChanges && size <= maxAwaitedChanges) await this.#busy
  }

  /** Ends it before the database is closed, and keeps what is loaded for the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.settled()
    await this.#keep()
    this.#stopListening()
    this.#tables = null
  }

  async #keep() {
    const { columnFiles, address } = this.#database
    if (address === null || columnFiles.isCurrent('findings')) return
    const saving = this.#database.snapshot(async (snapshot) => {
      const tables = this.#tables
      if (!tables || this.#changed.size > reloadThreshold) return
      await this.#take(tables, snapshot, [...this.#changed, ...this.#changing])
      columnFiles.save('findings', this.#format, tables.parts())
    })
    // A database that cannot be read is no reason not to stop.
    await saving.catch(() => undefined)
  }

  /**
   * The columns as a snapshot has them that has just been taken; null while they are not loaded.
   * To be called before anything is awaited in the snapshot.
   */
  async at(snapshot: Snapshot): Promise<ColumnSnapshot | null> {
    this.#database.reportOutOfBandWrites()
    const tables = this.#tables
    if (!tables || this.#changed.size > maxInlineChanges) return null
    try {
      if (this.#namesChanged || this.#namesChanging) {
        this.#derived.clear()
        this.#named.clear()
      }
      this.#namesChanged = false
      const ids = [...this.#changed, ...this.#changing]
      // What is written from here on is in no snapshot that is read now.
      this.#changed.clear()
      await this.#take(tables, snapshot, ids)
    } catch (error) {
      this.#fail(error)
      return null
    }
    return {
      derived: this.#derived,
      nameCache: this.#named,
      table: (deploymentId, type) => tables.of(deploymentId, type),
      reportFailure: (error) => this.#fail(error),
    }
  }

  async #take(tables: Tables, snapshot: Snapshot, ids: readonly number[]) {
    if (ids.length === 0) return
    await tables.reload(snapshot, ids)
    this.#derived.clear()
  }

  #fail(error: unknown) {
    this.#failures += 1
    this.#complaints.error(
      { err: error },
      'Counting from memory failed; counting with SQL until the columns are reloaded.',
    )
    this.#tables = null
    this.#derived = new Map()
    this.#named.clear()
    this.#work()
  }

  /** Loads or catches up in the background, one at a time. */
  #work() {
    if (this.#busy || this.#stopping.signal.aborted) return
    this.#busy = (async () => {
      await immediate()
      try {
        if (this.#tables && this.#changed.size <= reloadThreshold) await this.#catchUp(this.#tables)
        else if (this.#failures < maxFailures) await this.#load()
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        this.#failures = maxFailures
        this.#tables = null
        this.#complaints.error({ err: error }, 'Findings could not be loaded into memory; counting with SQL.')
      } finally {
        this.#busy = null
      }
    })()
  }

  async #load() {
    this.#tables = null
    this.#derived.clear()
    const parts = await this.#kept
    this.#kept = null
    // What changes from here on is read again; since the last stop all of it is.
    if (!parts) this.#changed.clear()
    const tables = parts ? new Tables(parts) : await this.#read()
    this.#tables = tables
    await this.#catchUp(tables)
  }

  /** In a thread of its own, but where the database is in this one's memory. */
  async #read(): Promise<Tables> {
    const { address } = this.#database
    if (address === null)
      return this.#database.snapshot((snapshot) => loadTables(snapshot, () => immediate()))
    return new Tables(await inThread<TablesData>(loaderEntry(), { address }, this.#stopping.signal))
  }

  async #catchUp(tables: Tables) {
    while (this.#changed.size > maxInlineChanges && !this.#stopping.signal.aborted) {
      await this.#database.snapshot(async (snapshot) => {
        const ids = [...this.#changed].slice(0, idsPerRead)
        for (const id of ids) this.#changed.delete(id)
        await this.#take(tables, snapshot, ids)
      })
      await immediate()
    }
  }
}
