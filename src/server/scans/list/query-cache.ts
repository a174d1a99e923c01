import type { Changes, Database, Reader } from '#server/db/database.ts'

const maxResults = 60

/**
 * What was found out of a database's scans, until a scan, or the name of a project or a ref, is written. Scans come by the
 * hour, while decisions come by the second and change none of this.
 */
class ScanQueryCache {
  readonly #database: Database
  readonly #results = new Map<string, Promise<unknown>>()

  constructor(database: Database) {
    this.#database = database
    // What is read while a write is being committed may be from before it.
    const forget = ({ tables, scans }: Changes) => {
      if (scans || tables.includes('project') || tables.includes('ref')) this.#results.clear()
    }
    database.listen({ committing: forget, committed: forget, outOfBand: forget })
  }

  take<T>(question: unknown, find: (reader: Reader) => Promise<T>): Promise<T> {
    this.#database.reportOutOfBandWrites()
    const key = JSON.stringify(question)
    // parse: the question names what is found.
    const known = this.#results.get(key) as Promise<T> | undefined
    if (known) return known
    const result = find(this.#database.read)
    if (this.#results.size >= maxResults) this.#results.clear()
    this.#results.set(key, result)
    result.catch(() => this.#results.delete(key))
    return result
  }
}

const caches = new WeakMap<Database, ScanQueryCache>()

/**
 * Finds something out of the scans of a database, once until they change. Never to be called within a snapshot: it may be
 * older than what is kept, and `find` would wait for its end.
 * @param question what tells it from everything else that is found out of scans, its filter included.
 * @param find reads nothing but scans, and the names of projects and refs.
 */
export function cachedScanQuery<T>(
  database: Database,
  question: unknown,
  find: (reader: Reader) => Promise<T>,
): Promise<T> {
  const cache = caches.get(database) ?? new ScanQueryCache(database)
  caches.set(database, cache)
  return cache.take(question, find)
}
