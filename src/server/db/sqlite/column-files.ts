import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Changes, ColumnFileName, ColumnFiles } from '../database.ts'
import { type Head, readColumnFile, writeColumnFile } from './column-file.ts'

const names: readonly ColumnFileName[] = ['findings', 'lockfiles']

interface Entry {
  /** Tells its format from that of another version. */
  format: string
  head: Head
}

type Entries = { [N in ColumnFileName]?: Entry | undefined }

/** Says which files are current. Written once nobody writes to the database any more. */
interface Manifest {
  /** Which state of the database it is of. */
  database: string
  entries: Entries
}

/**
 * What was worked out from the database, in files beside it from a clean stop to the next start, which need not work it
 * out again. It counts only where nothing has touched the database in between: a start takes the seal away, and whatever
 * ends the service otherwise leaves none.
 */
export class SqliteColumnFiles implements ColumnFiles {
  readonly #file: string | null
  readonly #folder: string
  #entries: Entries
  #refuses = false

  /** @param file the database, which nobody has opened yet; null for one in memory, of which nothing is kept. */
  constructor(file: string | null) {
    this.#file = file
    this.#folder = file === null ? '' : join(dirname(file), 'columns')
    this.#entries = file === null ? {} : this.#takeManifest(file)
  }

  /**
   * The way to what is kept under a name and is still what would be worked out now; null where there is none. What is
   * written from now on is for the caller to follow. Reading gives null where the file is damaged.
   * @param format tells what the caller can read from what another version wrote.
   */
  claim<T>(name: ColumnFileName, format: string): (() => Promise<T | null>) | null {
    const entry = this.#entries[name]
    if (entry?.format !== format) {
      this.#entries[name] = undefined
      return null
    }
    return () =>
      readColumnFile<T>(join(this.#folder, name), entry.head).catch(() => {
        if (this.#entries[name] === entry) this.#entries[name] = undefined
        return null
      })
  }

  /** Whether what is kept under a name is still what would be worked out now. */
  isCurrent(name: ColumnFileName): boolean {
    return this.#entries[name] !== undefined
  }

  /** Keeps what is worked out from the database as it stands. Where it cannot be written, nothing is kept. */
  save(name: ColumnFileName, format: string, value: unknown) {
    if (this.#file === null || this.#refuses) return
    const place = join(this.#folder, name)
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      this.#entries[name] = { format, head: writeColumnFile(place, value) }
    } catch {
      // A full disk is no reason not to stop, and half a file would keep others from writing.
      this.#entries[name] = undefined
      discard(place)
    }
  }

  /** To be told of every write, before anybody else is. */
  changed({ findings, lockfiles }: Pick<Changes, 'findings' | 'lockfiles'>) {
    if (findings.length > 0) this.#entries.findings = undefined
    if (lockfiles.length > 0) this.#entries.lockfiles = undefined
  }

  /** Nothing that is kept counts any more. */
  forget() {
    this.#entries = {}
  }

  /** Removes the files themselves, with all that they hold of rows that are deleted. */
  discard() {
    this.forget()
    if (this.#file === null) return
    for (const name of [...names, 'manifest.json']) discard(join(this.#folder, name))
  }

  /** Keeps nothing any more: what is in memory may name what is deleted. The next start works all of it out anew. */
  refuse() {
    this.#refuses = true
  }

  /** Says for the next start which state of the database it all is of. To be called once the database is closed. */
  writeManifest() {
    if (this.#file === null || names.every((name) => this.#entries[name] === undefined)) return
    const state = stateOf(this.#file)
    if (state === null) return
    const manifest: Manifest = { database: state, entries: this.#entries }
    const place = this.#place()
    try {
      writeFileSync(`${place}.new`, JSON.stringify(manifest), { mode: 0o600 })
      renameSync(`${place}.new`, place)
    } catch {
      discard(`${place}.new`)
    }
  }

  #takeManifest(file: string): Entries {
    const place = this.#place()
    if (!existsSync(place)) return {}
    try {
      const text = readFileSync(place, 'utf8')
      rmSync(place)
      // parse: the file is ours; another one of that name has no state that fits.
      const { database, entries } = JSON.parse(text) as Manifest
      return database === stateOf(file) ? entries : {}
    } catch {
      return {}
    }
  }

  #place(): string {
    return join(this.#folder, 'manifest.json')
  }
}

/** Where it cannot be removed either, nothing names it. */
function discard(file: string) {
  try {
    rmSync(file, { force: true })
  } catch {
    // The folder is not one, or is not ours.
  }
}

/** Length and time of the last change; null where a log is left that is not in the file yet. */
function stateOf(file: string): string | null {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (log && log.size > 0) return null
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.size} ${stat.mtimeNs}` : null
}
