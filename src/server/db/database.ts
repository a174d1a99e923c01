import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import { inThread, threadEntry } from '../thread.ts'
import { KeptParts } from './kept-parts.ts'
import { migrationNames, migrationProvider } from './migrations/index.ts'
import { isScrubPending, scrubFile } from './scrub.ts'
import { openReader, openSnapshot, openWriter } from './sqlite.ts'
import type { Tables } from './tables.ts'
import { isTouched, type Touched, takeTouched, touchedFindings, watchWrites } from './touched.ts'

/** A query that reads; also a transaction, so that a rule may read what it has just written. */
export type Reader = Kysely<Tables>
/** A transaction of the one writer. */
export type Writer = Transaction<Tables>

export interface Database {
  /** Where it lies; null in memory. */
  readonly file: string | null
  /** Reads, never waiting for a write; sees what is committed. */
  readonly read: Reader
  /**
   * Runs `work` in one transaction, after all writes asked for before it. What it resolved to is on disk when
   * the promise resolves; when `work` throws, nothing of it is kept. While another program holds the file it waits,
   * and everything else goes on; after five seconds it gives up.
   */
  write<T>(work: (transaction: Writer) => Promise<T>): Promise<T>
  /**
   * The ids of the findings that the running write has inserted, changed or deleted so far. Kept by triggers, so that
   * no writer can forget one.
   */
  touchedFindings(): number[]
  /** The data as it stands now, for reading at length; whoever asks for it closes it. */
  snapshot(): Snapshot
  /** What was worked out from it and lies beside it from one clean stop to the next start. */
  readonly kept: KeptParts
  /** The bare connection that writes, for loading in bulk before the service answers. */
  readonly connection: DatabaseSync
  /** Reads in one snapshot. When `work` begins, the snapshot is taken already; `bare` is the connection it is read by. */
  readAtOnce<T>(work: (reader: Reader, bare: DatabaseSync) => Promise<T>): Promise<T>
  /** Tells `follower` of every write of what findings are counted from. Gives the way to stop. */
  follow(follower: Follower): () => void
  /** Tells followers what was written past `write` since the last call, which only tests on a database in memory do. */
  tellStrays(): void
  /**
   * Rewrites the file without what was deleted where `demandScrub` was called, and empties its log. Writes wait meanwhile.
   * @returns whether nothing is left to be done; else the next start does it.
   */
  scrub(): Promise<boolean>
  /** Throws when the database does not answer. */
  check(): void
  close(): Promise<void>
}

/** What stays as it is while everything else goes on. As long as it is open the log of the database only grows. */
export interface Snapshot {
  readonly read: Reader
  /** The connection that it is read by. */
  readonly bare: DatabaseSync
  close(): void
}

const nothing: Touched = { findings: [], lockfiles: [], tables: [], scans: false }

/** Hears of each write twice, so that it knows of what a snapshot may hold before any snapshot holds it. */
export interface Follower {
  /** Before it is committed, in the same transaction. */
  writing(touched: Touched): void
  /** Once it is committed or rolled back, before the write is answered. */
  written(touched: Touched): void
  /** Of what was written past `write`. */
  strayed(touched: Touched): void
}

/** The database cannot be used: damaged, locked, from a newer version. The message is fit for a person. */
export class DatabaseFault extends Error {}

/**
 * Opens the database in `file` (or a fresh one in memory for ':memory:') and brings its tables up to date.
 * @throws DatabaseFault when the file is no database, is damaged, locked, cannot be reached, or was written by
 * a newer Gatehouse. Nothing in the file is changed then.
 */
export async function openDatabase(file: string): Promise<Database> {
  const inMemory = file === ':memory:'
  const kept = new KeptParts(inMemory ? null : file)
  const writer = await attempt(file, async () => {
    if (!inMemory) await demandWhole(file)
    const opened = openWriter(file)
    try {
      refuseDamage(opened.connection, file)
      if (await migrate(opened.query, file)) kept.forget()
      // An older migration leaves it off.
      opened.connection.exec('pragma secure_delete = on')
      if (!inMemory && isScrubPending(opened.connection)) scrubAtStart(file, kept)
      watchWrites(opened.connection)
      opened.connection.exec('pragma busy_timeout = 0')
    } catch (error) {
      opened.connection.close()
      throw error
    }
    return opened
  })
  const reader = inMemory ? writer : await attempt(file, async () => openReader(file))

  const closing = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  const followers = new Set<Follower>()
  const pin = reader.connection.prepare('select count(*) from deployment')

  const tellStrays = () => {
    if (!inMemory) return
    const touched = takeTouched(writer.connection)
    kept.touched(touched)
    for (const follower of followers) follower.strayed(touched)
  }
  /** What was written past `write` is told with the next one; nothing that is kept is of it. */
  const forgetStrays = () => {
    if (isTouched(writer.connection)) kept.forget()
  }
  const tell = (touched: Touched) => {
    kept.touched(touched)
    for (const follower of followers) follower.written(touched)
  }

  async function writeOnce<T>(
    work: (transaction: Writer) => Promise<T>,
    begin: () => void = () => undefined,
  ): Promise<T> {
    let touched = nothing
    try {
      return await writer.query.transaction().execute(async (transaction) => {
        begin()
        tellStrays()
        const done = await work(transaction)
        touched = takeTouched(writer.connection)
        kept.touched(touched)
        for (const follower of followers) follower.writing(touched)
        return done
      })
    } finally {
      tell(touched)
    }
  }

  async function writeNext<T>(work: (transaction: Writer) => Promise<T>, until: number): Promise<T> {
    for (;;) {
      let begun = false
      try {
        return await writeOnce(work, () => {
          begun = true
        })
      } catch (error) {
        if (begun || !isBusy(error) || performance.now() > until) throw error
        await pause(25)
      }
    }
  }

  return {
    file: inMemory ? null : file,
    read: reader.query,
    kept,
    connection: writer.connection,
    touchedFindings: () => touchedFindings(writer.connection),
    tellStrays,
    readAtOnce: (work) =>
      reader.query.transaction().execute((transaction) => {
        pin.get()
        return work(transaction, reader.connection)
      }),
    follow(follower) {
      forgetStrays()
      followers.add(follower)
      return () => followers.delete(follower)
    },
    write(work) {
      const until = performance.now() + lockWait
      const turn = last.then(() => writeNext(work, until))
      last = turn.catch(() => undefined)
      return turn
    },
    // A database in memory has one connection: what is written meanwhile shows in it.
    snapshot: () =>
      inMemory ? { read: reader.query, bare: reader.connection, close: () => undefined } : openSnapshot(file),
    scrub() {
      if (inMemory || !isScrubPending(writer.connection)) return Promise.resolve(true)
      const turn = last.then(() => scrubInThread(file, kept, closing.signal))
      last = turn
      return turn
    },
    check() {
      reader.connection.prepare('select count(*) from deployment').get()
    },
    async close() {
      closing.abort()
      await last
      forgetStrays()
      if (reader !== writer) reader.connection.close()
      if (!inMemory) foldLog(writer.connection)
      writer.connection.close()
      kept.seal()
    },
  }
}

/** Before anybody is answered nobody waits for it. What cannot be done now is done at the next start. */
function scrubAtStart(file: string, kept: KeptParts) {
  kept.discard()
  try {
    scrubFile(file)
  } catch {
    // A full disk is no reason not to start: what was deleted can be read by nobody but the owner of the folder.
  }
}

async function scrubInThread(file: string, kept: KeptParts, closing: AbortSignal): Promise<boolean> {
  kept.discard()
  // What memory has learned of deleted rows is in no file before it is loaded anew.
  kept.refuse()
  const entry = threadEntry(import.meta.url, './scrub-worker.ts', './scrub-worker.js')
  return inThread<boolean>(entry, { file }, closing).catch(() => false)
}

/** How long a write waits for another program to let go of the file. Milliseconds. */
const lockWait = 5_000

/** SQLite's primary result code 5: another connection holds the lock. */
const isBusy = (error: unknown) =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === 5

/**
 * Makes a new database beside its place and moves it there whole, so that a file with nothing in it is never one that
 * was just begun: what was in it is gone, and to begin anew without a word would hide that.
 */
async function demandWhole(file: string) {
  if (existsSync(file)) {
    if (statSync(file).size > 0) return
    throw new DatabaseFault(
      `The database ${file} is an empty file, so its data is lost. Restore a copy of it, or delete it to start over.`,
    )
  }
  const beside = `${file}.new`
  for (const end of ['', '-wal', '-shm']) rmSync(beside + end, { force: true })
  const { connection, query } = openWriter(beside)
  try {
    await migrate(query, beside)
  } finally {
    connection.close()
  }
  renameSync(beside, file)
}

/** Tidies up at the end. On a full disk the log stays as it is; the next start reads it. */
function foldLog(connection: DatabaseSync) {
  try {
    connection.exec('pragma busy_timeout = 1000')
    connection.exec('pragma wal_checkpoint(truncate)')
  } catch {
    // All that was answered is in the log.
  }
}

/** Reading every page of a large file would delay the start, so that only its table of contents is read there. */
const checkedWholeAtMost = 64 * 1024 * 1024

function refuseDamage(connection: DatabaseSync, file: string) {
  const size = connection
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get()
  if (Number(size?.['bytes']) > checkedWholeAtMost) {
    connection.prepare('select count(*) from sqlite_schema').get()
    return
  }
  const row = connection.prepare('pragma quick_check(1)').get()
  const verdict = row?.['quick_check']
  if (verdict !== 'ok') throw new DatabaseFault(`The database ${file} is damaged: ${String(verdict)}`)
}

/** Brings the tables up to date. @returns whether anything had to be done for that. */
async function migrate(query: Kysely<Tables>, file: string): Promise<boolean> {
  const migrator = new Migrator({ db: query, provider: migrationProvider })
  const foreign = await unknownMigrations(query)
  if (foreign.length > 0) {
    throw new DatabaseFault(
      `The database ${file} was written by a newer Gatehouse (it knows "${foreign.join('", "')}"). Start that version, or use another folder.`,
    )
  }
  const known = await migrator.getMigrations()
  // Migrating takes the lock for writing, which a start that has nothing to migrate does without.
  if (known.every(({ executedAt }) => executedAt !== undefined)) return false
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  return true
}

async function unknownMigrations(query: Kysely<Tables>): Promise<string[]> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const applied = await query
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return applied.map((row) => row.name).filter((name) => !migrationNames.includes(name))
}

/** Turns what SQLite throws at opening into words for the person who started the service. */
async function attempt<T>(file: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof DatabaseFault) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const said = /locked|busy/i.test(reason)
      ? 'is locked by another program'
      : /not a database|malformed|corrupt/i.test(reason)
        ? 'is damaged or not a database'
        : /readonly|unable to open|permission/i.test(reason)
          ? 'cannot be opened or written'
          : 'cannot be used'
    throw new DatabaseFault(`The database ${file} ${said} (${reason}).`, { cause: error })
  }
}
