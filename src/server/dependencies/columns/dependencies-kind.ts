import { threadEntry } from '#server/base/thread.ts'
import type { ColumnKind } from '#server/columns/column-kind.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import type { OpenSnapshot, Reader } from '#server/db/database.ts'
import { DependencyColumns, type DependencyColumnsData } from './columns.ts'

/** This many are read in some hundredths of a second. */
const fewDependencies = 20_000
/** The approximate number of rows of a lockfile. */
const rowsPerLockfile = 100

/** The dependencies of a deployment, to search and count. */
export const dependenciesKind: ColumnKind<DependencyColumns> = {
  name: 'dependencies',
  format: '2',
  loader: () => threadEntry(import.meta.url, './loader.ts', './dependencies-loader.js'),
  async isSmall(reader, deploymentId) {
    const firstRowBeyond = await reader
      .selectFrom('dependency')
      .select('id')
      .where('deployment_id', '=', deploymentId)
      .limit(1)
      .offset(fewDependencies)
      .executeTakeFirst()
    return firstRowBeyond === undefined
  },
  async load(reader, deploymentId, turn) {
    const columns = new DependencyColumns()
    await columns.load(reader, deploymentId, turn)
    return columns
  },
  countRows: ({ lockfiles }) => lockfiles.size * rowsPerLockfile,
  async apply(columns, reader, deploymentId, { lockfiles }, turn) {
    if (lockfiles.size > 0) await columns.reload(reader, deploymentId, [...lockfiles], turn)
  },
  toData: (columns) => columns.toData(),
  // parse: what `toData` returned.
  fromData: (data) => new DependencyColumns(data as DependencyColumnsData),
}

/**
 * Runs `work` on one snapshot of the database and of the columns. Data taken from the columns stays valid afterwards,
 * since rows are replaced and never changed.
 */
export function withColumns<T>(
  stores: ColumnStores,
  deploymentId: number,
  work: (reader: Reader, columns: DependencyColumns) => Promise<T>,
): Promise<T> {
  return stores.read(dependenciesKind, deploymentId, (columns, snapshot) => work(snapshot.read, columns))
}

/** Runs `choose` on the columns and keeps the snapshot open, for a long read of its result. The caller closes it. */
export function openView<T>(
  stores: ColumnStores,
  deploymentId: number,
  choose: (columns: DependencyColumns) => Promise<T>,
): Promise<{ result: T; snapshot: OpenSnapshot }> {
  return stores.open(dependenciesKind, deploymentId, (columns) => choose(columns))
}

/** Loads the dependencies of a deployment, without a time limit. */
export const loadDependencies = (stores: ColumnStores, deploymentId: number) =>
  stores.load(dependenciesKind, deploymentId)

/** Starts loading the dependencies of a deployment, unless they can be read from a file on first use. */
export const warmDependencies = (stores: ColumnStores, deploymentId: number) =>
  stores.warmWithoutFile(dependenciesKind, deploymentId)
