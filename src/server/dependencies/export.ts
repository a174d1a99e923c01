import { Readable } from 'node:stream'
import type { Dependency } from '#contract/responses/dependencies.ts'
import { csvCell } from '#lib/text/csv.ts'
import { packageQuery } from '#lib/urls/package-query.ts'
import { paths } from '#lib/urls/paths.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import type { Snapshot } from '#server/db/database.ts'
import { limitStream } from '#server/http/response/limit-stream.ts'
import { openView } from './columns/dependencies-kind.ts'
import type { DependencyRequest } from './queries.ts'
import { rowsWithIds } from './rows.ts'
import { selectionOf } from './selection.ts'
import { allIds } from './smallest-ids.ts'

const rowsPerRead = 2000

type Cell = string | null | undefined

/** The dashboard's URL and the deployment of the rows. */
export interface Origin {
  publicUrl: string
  slug: string
}

/** The URL of a dependency in the dashboard: the package in its project. */
function pageAddress({ publicUrl, slug }: Origin, row: Dependency): string {
  const q = packageQuery(row.name, row.version || undefined)
  const search = { ...(q === undefined ? {} : { q }), repositoryId: String(row.repositoryId) }
  return `${publicUrl}${paths.dependencies(slug, search)}`
}

const columns: readonly (readonly [name: string, cell: (row: Dependency, origin: Origin) => Cell])[] = [
  ['id', (row) => row.id],
  ['project', (row) => row.repositoryName],
  ['lockfile', (row) => row.lockfilePath],
  ['ecosystem', (row) => row.ecosystem],
  ['package', (row) => row.name],
  ['version', (row) => row.version],
  ['transitivity', (row) => row.transitivity],
  ['licenses', (row) => row.licenses?.join('; ')],
  ['defined_path', (row) => row.definedAt.path],
  ['defined_line', (row) => row.definedAt.startLine],
  ['gatehouse_url', (row, origin) => pageAddress(origin, row)],
  ['url', (row) => row.definedAt.url],
  ['through', (row) => row.through?.join(' > ')],
]

/**
 * Returns all dependencies of a filter as CSV lines, produced at the speed at which they are read, from a snapshot of
 * the current data. Text that a spreadsheet would treat as a formula is neutralized. Source: RFC 4180;
 * docs/api.md#dependencies.
 */
export async function startExport(
  stores: ColumnStores,
  { deploymentId, filter }: DependencyRequest,
  origin: Origin,
): Promise<{ total: number; stream: Readable }> {
  const { result: ids, snapshot } = await openView(stores, deploymentId, async (columns) =>
    allIds(await selectionOf(columns, filter)),
  )
  const stream = Readable.from(exportedRows(snapshot, deploymentId, ids, origin), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  })
  // Also runs if the stream was never read.
  stream.once('close', () => snapshot.close())
  limitStream(stream)
  return { total: ids.length, stream }
}

async function* exportedRows(snapshot: Snapshot, deploymentId: number, ids: Int32Array, origin: Origin) {
  yield `${columns.map(([name]) => name).join(',')}\r\n`
  for (let at = 0; at < ids.length; at += rowsPerRead) {
    const rows = await rowsWithIds(snapshot.read, deploymentId, ids.subarray(at, at + rowsPerRead))
    yield rows.map((row) => `${columns.map(([, cell]) => csvCell(cell(row, origin))).join(',')}\r\n`).join('')
  }
}
