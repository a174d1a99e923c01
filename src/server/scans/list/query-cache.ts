import type { ColumnKind } from '#server/columns/column-kind.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import type { Reader } from '#server/db/database.ts'

const maxResults = 60

type ScanResults = Map<string, Promise<unknown>>

/**
 * Query results about the scans of a deployment, cached until a scan, or the name of a project or ref, is written. New
 * scans arrive every hour; decisions arrive every second and do not affect these results.
 */
const scanResultsKind: ColumnKind<ScanResults> = {
  name: 'scan-results',
  format: '1',
  loader: null,
  isSmall: async () => true,
  load: async () => new Map(),
  countRows: () => 0,
  async apply(results, _reader, _deploymentId, { scans, tables }) {
    if (scans || tables.has('project') || tables.has('ref')) results.clear()
  },
  toData: () => null,
  fromData: () => new Map(),
}

/**
 * Runs a query about the scans of a deployment, once until they change. Must never be called within a snapshot, which
 * holds the connection that this waits for.
 * @param question the cache key, which must be unique among all queries about scans and include the filter.
 * @param find reads nothing but scans, and the names of projects and refs.
 */
export function cachedScanQuery<T>(
  stores: ColumnStores,
  deploymentId: number,
  question: unknown,
  find: (reader: Reader) => Promise<T>,
): Promise<T> {
  return stores.read(scanResultsKind, deploymentId, async (results, { read }) => {
    const key = JSON.stringify(question)
    // parse: each key has one type of value.
    const known = results.get(key) as Promise<T> | undefined
    if (known) return known
    const result = find(read)
    if (results.size >= maxResults) results.clear()
    results.set(key, result)
    result.catch(() => results.delete(key))
    return result
  })
}
