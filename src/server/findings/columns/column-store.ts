import { setImmediate as immediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FindingType } from '#contract/vocabulary.ts'
import type { ChangeListener, Database, Snapshot } from '#server/db/database.ts'
import { inThread, threadEntry } from '#server/thread.ts'
import { selectColumns } from './column-sources.ts'
import { loadTables } from './load.ts'
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
  readonly #log: ColumnStoreLog
  readonly #stopListening: () => void
  readonly #format: string
  /** What the service before this one left, until it is taken. */
  #columnFile: Promise<TablesData | null> | null
  #tables: Tables | null = null
  #derived = new Map<string, unknown>()
  readonly #named = new Map<string, unknown>()
  /** Findings that were written since they were read. */
  #changed = new Set<number>()
  /** Those of the write that is being committed; a snapshot may hold them or not. */
  #committing: readonly number[] = []
  #haveNamesChanged = false
  #areNamesChanging = false
  #loading: Promise<void> | null = null
  readonly #stopping = new AbortController()
  #failures = 0

  constructor(database: Database, log: ColumnStoreLog) {
    this.#database = database
    this.#log = log
    this.#format = `${formatVersion} ${sql`${selectColumns}`.compile(database.read).sql}`
    const listener: ChangeListener = {
      committing: ({ findings, tables }) => {
        this.#committing = findings
        this.#areNamesChanging = tables.length > 0
      },
      committed: ({ findings, tables }) => {
        this.#committing = []
        this.#areNamesChanging = false
        for (const id of findings) this.#changed.add(id)
        if (tables.length > 0) this.#haveNamesChanged = true
        if (this.#changed.size > maxInlineChanges) this.#startLoading()
      },
      outOfBand: ({ findings, tables }) => {
        for (const id of findings) this.#changed.add(id)
        if (tables.length > 0) this.#haveNamesChanged = true
      },
    }
    this.#stopListening = database.listen(listener)
    this.#columnFile = database.columnFiles.claim<TablesData>('findings', this.#format)?.() ?? null
    this.#startLoading()
  }

  /** Resolves when nothing is left to load. */
  async settled(): Promise<void> {
    while (this.#loading) await this.#loading
  }

  /**
   * Resolves when what the service before this one left, or a large write changed, has been read; at once where there is
   * nothing, or too much of it.
   */
  async caughtUp(): Promise<void> {
    // Counting by SQL would take longer, and hold up what is read.
    if (await this.#columnFile) await this.#loading
    const { size } = this.#changed
    if (this.#tables && this.#loading && size > maxInlineChanges && size <= maxAwaitedChanges)
      await this.#loading
  }

  /** Ends it before the database is closed, and keeps what is loaded for the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.settled()
    await this.#save()
    this.#stopListening()
    this.#tables = null
  }

  async #save() {
    const { columnFiles, address } = this.#database
    if (address === null || columnFiles.isCurrent('findings')) return
    const saving = this.#database.snapshot(async (snapshot) => {
      const tables = this.#tables
      if (!tables || this.#changed.size > reloadThreshold) return
      await this.#reload(tables, snapshot, [...this.#changed, ...this.#committing])
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
      if (this.#haveNamesChanged || this.#areNamesChanging) {
        this.#derived.clear()
        this.#named.clear()
      }
      this.#haveNamesChanged = false
      const ids = [...this.#changed, ...this.#committing]
      // What is written from here on is in no snapshot that is read now.
      this.#changed.clear()
      await this.#reload(tables, snapshot, ids)
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

  async #reload(tables: Tables, snapshot: Snapshot, ids: readonly number[]) {
    if (ids.length === 0) return
    await tables.reload(snapshot, ids)
    this.#derived.clear()
  }

  #fail(error: unknown) {
    this.#failures += 1
    this.#log.error(
      { err: error },
      'Counting from memory failed; counting with SQL until the columns are reloaded.',
    )
    this.#tables = null
    this.#derived = new Map()
    this.#named.clear()
    this.#startLoading()
  }

  /** Loads or catches up in the background, one at a time. */
  #startLoading() {
    if (this.#loading || this.#stopping.signal.aborted) return
    this.#loading = (async () => {
      await immediate()
      try {
        if (this.#tables && this.#changed.size <= reloadThreshold) await this.#catchUp(this.#tables)
        else if (this.#failures < maxFailures) await this.#load()
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        this.#failures = maxFailures
        this.#tables = null
        this.#log.error({ err: error }, 'Findings could not be loaded into memory; counting with SQL.')
      } finally {
        this.#loading = null
      }
    })()
  }

  async #load() {
    this.#tables = null
    this.#derived.clear()
    const parts = await this.#columnFile
    this.#columnFile = null
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
        await this.#reload(tables, snapshot, ids)
      })
      await immediate()
    }
  }
}
