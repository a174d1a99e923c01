import type { ColumnKind, ColumnStores } from '#server/columns/public.ts'
import type { Reader } from '#server/db/database.ts'

const maxResults = 60

type ScanResults = Map<string, Promise<unknown>>

/**
 * What was found out from the scans of a deployment, until a scan, or the name of a project or a ref, is written. Scans
 * come by the hour, while decisions come by the second and change none of this.
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
 * Finds something out from the scans of a deployment, once until they change. Never to be called within a snapshot, which
 * holds the connection that this waits for.
 * @param question what tells it from everything else that is found out from scans, its filter included.
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
    // parse: the question names what is found.
    const known = results.get(key) as Promise<T> | undefined
    if (known) return known
    const result = find(read)
    if (results.size >= maxResults) results.clear()
    results.set(key, result)
    result.catch(() => results.delete(key))
    return result
  })
}
