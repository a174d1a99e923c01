import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { type ColumnLoadReport, columnLoads } from '#server/base/telemetry/events.ts'
import { inThread } from '#server/base/thread.ts'
import { type ChangesSince, changesBetween } from '#server/changes/log.ts'
import type { Database, RowReader } from '#server/db/database.ts'
import { readChangeNumber } from './change-number.ts'
import { removeColumnFile, writeColumnFile } from './column-file.ts'
import type { ColumnKind } from './column-kind.ts'
import {
  type Loaded,
  type LoaderRequest,
  type LoaderResult,
  loadColumns,
  loadFromFile,
  toLoaded,
} from './load.ts'

/** More changed rows than this are read in a separate snapshot, and not while a request holds the connection. */
const maxRowsInRequest = 5000
/** Applying more changes than this takes longer than reading all rows. */
export const maxChangesToApply = 100_000
/** The file is rewritten after this many changed rows. */
const rowsBetweenSaves = 50_000

/** The context that all column stores of a service share. */
export interface StoreContext {
  readonly database: Database
  /** The folder of the column files; null to store none. */
  readonly folder: string | null
  /** Distinguishes files of different schemas. */
  readonly schema: string
  readonly log: ColumnStoreLog
  readonly stopping: AbortSignal
  /** Called with each store that has loaded its columns. */
  onLoaded(store: object): void
}

/** Logs errors. */
export interface ColumnStoreLog {
  error(details: object, message: string): void
}

/** What a loaded store holds. */
export interface ColumnStoreState {
  readonly kind: string
  readonly deploymentId: number
  readonly bytes: number
  /** The change that the columns are current with. */
  readonly changeNumber: number
}

/** Why a store cannot be used at a change number. */
export type Unusable = 'not loaded' | 'ahead' | 'far behind'

/**
 * One kind of columns of one deployment. A reader first updates it from the change log to the change number of its own
 * snapshot, with exclusive access, so that counts from the columns and rows from the database are consistent.
 */
export class ColumnStore<C> {
  readonly #context: StoreContext
  readonly #kind: ColumnKind<C>
  readonly #deploymentId: number
  readonly #file: string | null
  #format = ''
  #loaded: Loaded<C> | null = null
  #loading: Promise<void> | null = null
  /** Resolves when a load starts reading all rows in a thread. */
  #readingRows = Promise.withResolvers<true>()
  #saving: Promise<void> | null = null
  #lock: Promise<unknown> = Promise.resolve()
  #rowsSinceSave = 0
  /** Set if deleted texts may still be in memory, which no file may contain. */
  #isTainted = false
  #isFilePaused = false
  #isFileMissing = false

  constructor(context: StoreContext, kind: ColumnKind<C>, deploymentId: number) {
    this.#context = context
    this.#kind = kind
    this.#deploymentId = deploymentId
    const { folder } = context
    this.#file = folder === null || kind.loader === null ? null : join(folder, `${kind.name}-${deploymentId}`)
  }

  /** Loads the columns unless they are loaded, from the file and the change log or from the rows. */
  load(): Promise<void> {
    if (this.#loaded) return Promise.resolve()
    this.#loading ??= this.#reportLoad().finally(() => {
      this.#loading = null
      this.#readingRows = Promise.withResolvers()
    })
    return this.#loading
  }

  /** Starts loading the columns. @returns whether they are being read from all rows, which takes seconds. */
  async isReadingRows(): Promise<boolean> {
    if (this.#loaded) return false
    const loaded = this.load().then(
      () => false,
      () => false,
    )
    return Promise.race([loaded, this.#readingRows.promise])
  }

  /**
   * Updates the columns to a change number and runs `work` with them; they do not change until it ends.
   * @param reader reads in a snapshot of `changeNumber`.
   * @param maxRows with more changed rows than this the columns are 'far behind'.
   */
  use<T>(
    changeNumber: number,
    reader: RowReader,
    work: (columns: C) => Promise<T>,
    maxRows = maxRowsInRequest,
  ): Promise<{ value: T } | Unusable> {
    return this.#exclusively(async () => {
      const unusable = await this.#bringTo(changeNumber, reader, maxRows, async () => undefined)
      if (unusable || !this.#loaded) return unusable ?? 'not loaded'
      return { value: await work(this.#loaded.columns) }
    })
  }

  /**
   * Updates the columns to the committed data, in a separate snapshot, yielding to other work.
   * @returns false if they could not be updated and must be loaded again.
   */
  async catchUp(): Promise<boolean> {
    const { database } = this.#context
    const bring = (reader: RowReader) =>
      this.#exclusively(async () => {
        const changeNumber = await readChangeNumber(reader.read, this.#deploymentId)
        const unusable = await this.#bringTo(changeNumber, reader, Number.POSITIVE_INFINITY, () =>
          this.#turn(),
        )
        // Another reader may have updated them further since the snapshot was taken.
        return unusable !== 'not loaded'
      })
    // The lock order is always the connection first, then the store.
    if (database.address === null) return database.snapshot(bring)
    const snapshot = await database.openSnapshot()
    try {
      return await bring(snapshot)
    } finally {
      snapshot.close()
    }
  }

  /** Whether the columns can be read from a file, which takes a fraction of the time of reading all rows. */
  get hasFile(): boolean {
    return this.#file !== null && existsSync(this.#file)
  }

  /** The memory used by the columns. */
  get bytes(): number {
    return this.#loaded?.bytes ?? 0
  }

  /** The name of its kind. */
  get kind(): string {
    return this.#kind.name
  }

  /** What the store holds; null if it is not loaded. */
  get state(): ColumnStoreState | null {
    if (!this.#loaded) return null
    const { bytes, changeNumber } = this.#loaded
    return { kind: this.#kind.name, deploymentId: this.#deploymentId, bytes, changeNumber }
  }

  /** Releases the memory once no reader uses it; the next reader loads the columns again. */
  unload(): void {
    void this.#exclusively(async () => {
      this.#loaded = null
    })
  }

  /** Waits for a running file write; no other one starts until `resumeFile`. */
  async pauseFile(): Promise<void> {
    this.#isFilePaused = true
    await this.#loading?.catch(() => undefined)
    await this.#saving
  }

  /** Rebuilds the file from the rows, since deleted texts may still be in memory. */
  resumeFile(): void {
    this.#isFilePaused = false
    this.#isTainted = true
    void this.#rewriteFile()
  }

  /** A load that began before the deletion may still write the deleted texts. */
  async #rewriteFile(): Promise<void> {
    await this.#loading?.catch(() => undefined)
    if (this.#file === null || !this.#loaded) return
    removeColumnFile(this.#file)
    await this.#saveInThread()
  }

  /** Updates the columns to the committed data and writes their file, unless the file is up to date. */
  async save(): Promise<void> {
    await this.#saving
    if (!this.#loaded || this.#file === null || this.#isTainted || !(await this.catchUp())) return
    const { columns, changeNumber } = this.#loaded
    if (this.#rowsSinceSave === 0 && !this.#isFileMissing) return
    // The columns must not be used after their conversion to data.
    this.#loaded = null
    writeColumnFile(this.#file, { format: this.#format, changeNumber, data: this.#kind.toData(columns) })
  }

  /** Resolves when no load and no file write is running. */
  async settled(): Promise<void> {
    await this.#loading?.catch(() => undefined)
    await this.#saving
  }

  async #bringTo(
    changeNumber: number,
    reader: RowReader,
    maxRows: number,
    turn: () => Promise<void>,
  ): Promise<Unusable | null> {
    const loaded = this.#loaded
    if (!loaded) return 'not loaded'
    if (loaded.changeNumber > changeNumber) return 'ahead'
    if (loaded.changeNumber === changeNumber) return null
    const changes = await changesBetween(
      reader.read,
      this.#deploymentId,
      loaded.changeNumber,
      changeNumber,
      maxChangesToApply,
    )
    if (changes === null) {
      this.#loaded = null
      return 'not loaded'
    }
    if (this.#kind.countRows(changes) > maxRows) return 'far behind'
    await this.#apply(loaded, reader, changes, turn)
    loaded.changeNumber = changeNumber
    if (this.#rowsSinceSave >= rowsBetweenSaves && !this.#isFilePaused) this.#saving ??= this.#saveInThread()
    return null
  }

  async #apply(loaded: Loaded<C>, reader: RowReader, changes: ChangesSince, turn: () => Promise<void>) {
    const rows = this.#kind.countRows(changes)
    try {
      await this.#kind.apply(loaded.columns, reader, this.#deploymentId, changes, turn)
      this.#rowsSinceSave += rows
    } catch (error) {
      // The columns may be inconsistent now.
      this.#loaded = null
      throw error
    }
  }

  #reportLoad(): Promise<void> {
    const report: ColumnLoadReport = { startedAt: performance.now(), kind: this.#kind.name, source: 'file' }
    return columnLoads.tracePromise(() => this.#loadOnce(report), report)
  }

  async #loadOnce(report: ColumnLoadReport): Promise<void> {
    await immediate()
    this.#format = await this.#readFormat()
    const fromFile = await this.#loadFile()
    if (fromFile) {
      await this.#set(fromFile)
      if (await this.catchUp()) return this.#context.onLoaded(this)
    }
    report.source = 'rows'
    await this.#set(await this.#readRows())
    await this.catchUp()
    this.#context.onLoaded(this)
  }

  #set(loaded: Loaded<C>): Promise<void> {
    return this.#exclusively(async () => {
      this.#loaded = loaded
      this.#rowsSinceSave = 0
    })
  }

  /** Includes the secret of the deployment, since the folder may contain a file of another database. */
  async #readFormat(): Promise<string> {
    const row = await this.#context.database.read
      .selectFrom('deployment')
      .select('secret_salt')
      .where('id', '=', this.#deploymentId)
      .executeTakeFirst()
    const owner = createHash('sha256')
      .update(row?.secret_salt ?? '')
      .digest('hex')
    return `${this.#context.schema} ${this.#kind.format} ${owner}`
  }

  /** A file that is ahead of the database belongs to another state of it, for example from before a restore. */
  async #loadFile(): Promise<Loaded<C> | null> {
    if (this.#file === null) return null
    const loaded = await loadFromFile(this.#kind, this.#file, this.#format)
    const changeNumber = await readChangeNumber(this.#context.database.read, this.#deploymentId)
    if (loaded === null || loaded.changeNumber <= changeNumber) return loaded
    removeColumnFile(this.#file)
    return null
  }

  async #readRows(): Promise<Loaded<C>> {
    const { database } = this.#context
    const { loader, isSmall } = this.#kind
    if (database.address === null) return database.snapshot((snapshot) => this.#readHere(snapshot))
    if (loader !== null && !(await isSmall(database.read, this.#deploymentId))) {
      this.#readingRows.resolve(true)
      return toLoaded(this.#kind, await this.#runLoader(loader(), true))
    }
    const snapshot = await database.openSnapshot()
    try {
      return await this.#readHere(snapshot)
    } finally {
      snapshot.close()
    }
  }

  async #readHere(snapshot: RowReader): Promise<Loaded<C>> {
    const turn = () => this.#turn()
    const loaded = await loadColumns(this.#kind, snapshot, this.#deploymentId, { previous: null, turn })
    // The columns are not in a file yet.
    this.#isFileMissing = true
    const { columns, changeNumber } = loaded
    return toLoaded(this.#kind, { data: this.#kind.toData(columns), changeNumber })
  }

  #runLoader(entry: URL, isAnswerWanted: boolean): Promise<LoaderResult> {
    const { address } = this.#context.database
    if (address === null) throw new Error('A database in memory is read in its own thread.')
    const request: LoaderRequest = {
      address,
      deploymentId: this.#deploymentId,
      file: this.#file,
      format: this.#format,
      isAnswerWanted,
    }
    return inThread<LoaderResult>(entry, request, this.#context.stopping)
  }

  /** Builds the new file from the old one and the log in another thread, so that nothing waits for it. */
  #saveInThread(): Promise<void> {
    const { loader } = this.#kind
    if (this.#file === null || loader === null) return Promise.resolve()
    this.#rowsSinceSave = 0
    const saving = this.#runLoader(loader(), false).then(
      () => undefined,
      (error: unknown) => {
        if (!this.#context.stopping.aborted)
          this.#context.log.error(
            { err: error },
            'A column file could not be written; the next start takes longer.',
          )
      },
    )
    this.#saving = saving.finally(() => {
      this.#saving = null
    })
    return this.#saving
  }

  async #turn() {
    await immediate()
    this.#context.stopping.throwIfAborted()
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lock.then(work)
    this.#lock = turn.catch(() => undefined)
    return turn
  }
}
