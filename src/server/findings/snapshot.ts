import type { ColumnStores } from '#server/columns/column-stores.ts'
import type { OpenSnapshot, Reader, RowReader, Snapshot } from '#server/db/database.ts'
import type { FindingColumns } from './columns/finding-columns.ts'
import { findingsKind } from './columns/findings-kind.ts'
import { pageOf } from './columns/page.ts'
import type { Selection } from './filters/query.ts'
import { historyKind } from './history/history-kind.ts'
import type { StatusHistory } from './history/status-history.ts'

/** One snapshot of the database, with the findings of a deployment as of that snapshot. */
export interface FindingsSnapshot {
  reader: Reader
  snapshot: Snapshot
  columns: FindingColumns
}

function viewOf(stores: ColumnStores, columns: FindingColumns, snapshot: Snapshot): FindingsSnapshot {
  columns.now = stores.now()
  return { reader: snapshot.read, snapshot, columns }
}

/** A filter; with `flow`, it needs the status history. */
interface NeedsHistory {
  flow?: string | undefined
}

/** Runs `work` while filters may use the history. The caller has exclusive access to both. */
async function withHistoryOf<T>(
  columns: FindingColumns,
  history: StatusHistory,
  work: () => Promise<T>,
): Promise<T> {
  columns.history = history
  try {
    return await work()
  } finally {
    columns.history = null
  }
}

/**
 * Reads in one snapshot of the database and of a deployment's findings in memory.
 * @param filter the filter that `work` applies, if there is one.
 * @throws HttpError 503 if the findings are not loaded in time.
 */
export function withSnapshot<T>(
  stores: ColumnStores,
  deploymentId: number,
  work: (view: FindingsSnapshot) => Promise<T>,
  filter: NeedsHistory = {},
): Promise<T> {
  if (filter.flow !== undefined) return withHistory(stores, deploymentId, work)
  return stores.read(findingsKind, deploymentId, (columns, snapshot) =>
    work(viewOf(stores, columns, snapshot)),
  )
}

/** Like `withSnapshot`, with the status history of the findings. */
export function withHistory<T>(
  stores: ColumnStores,
  deploymentId: number,
  work: (view: FindingsSnapshot, history: StatusHistory) => Promise<T>,
): Promise<T> {
  return stores.readBoth([findingsKind, historyKind], deploymentId, ([columns, history], snapshot) =>
    withHistoryOf(columns, history, () => work(viewOf(stores, columns, snapshot), history)),
  )
}

/**
 * Like `withSnapshot`, with a snapshot that stays open for a long read of what `choose` selected. The caller closes it.
 */
export function openView<T>(
  stores: ColumnStores,
  deploymentId: number,
  choose: (view: FindingsSnapshot) => Promise<T>,
  filter: NeedsHistory = {},
): Promise<{ result: T; snapshot: OpenSnapshot }> {
  if (filter.flow === undefined)
    return stores.open(findingsKind, deploymentId, (columns, snapshot) =>
      choose(viewOf(stores, columns, snapshot)),
    )
  return stores.openBoth([findingsKind, historyKind], deploymentId, ([columns, history], snapshot) =>
    withHistoryOf(columns, history, () => choose(viewOf(stores, columns, snapshot))),
  )
}

/** Loads the columns before a change that selects findings by a filter. */
export async function prepareColumns(
  stores: ColumnStores,
  deploymentId: number,
  filter: NeedsHistory = {},
): Promise<void> {
  await stores.prepare(findingsKind, deploymentId)
  if (filter.flow !== undefined) await stores.prepare(historyKind, deploymentId)
}

/**
 * Runs `work` in a change that has not written anything yet, with the findings as of before the change.
 * @param reader reads in the transaction of the change.
 * @param filter the filter that `work` applies, for which `prepareColumns` was called.
 */
export function beforeChange<T>(
  stores: ColumnStores,
  deploymentId: number,
  reader: RowReader,
  work: (view: Pick<FindingsSnapshot, 'reader' | 'columns'>) => Promise<T>,
  filter: NeedsHistory = {},
): Promise<T> {
  return stores.readBeforeChange(findingsKind, deploymentId, reader, (columns) => {
    columns.now = stores.now()
    const run = () => work({ reader: reader.read, columns })
    if (filter.flow === undefined) return run()
    return stores.readBeforeChange(historyKind, deploymentId, reader, (history) =>
      withHistoryOf(columns, history, run),
    )
  })
}

/** The ids of the first findings of a selection, in list order, as of before a running change. */
export function selectFirstBeforeChange(
  stores: ColumnStores,
  reader: RowReader,
  selection: Selection,
  limit: number,
): Promise<number[]> {
  const window = { sort: undefined, after: undefined, offset: 0, size: limit }
  return beforeChange(
    stores,
    selection.deploymentId,
    reader,
    async (view) => [...(await pageOf(view.reader, view.columns, selection, window)).ids],
    selection.filter,
  )
}

/** Loads all data of a deployment's findings that counts use, without a time limit. */
export async function loadFindings(stores: ColumnStores, deploymentId: number): Promise<void> {
  await stores.load(findingsKind, deploymentId)
  await stores.load(historyKind, deploymentId)
  await withHistory(stores, deploymentId, async () => undefined)
}

/** Starts loading the findings of a deployment. */
export const warmFindings = (stores: ColumnStores, deploymentId: number) =>
  stores.warm(findingsKind, deploymentId)

/** Starts loading the findings of a deployment. @returns whether all of them are being loaded, which takes seconds. */
export const isReadingFindings = (stores: ColumnStores, deploymentId: number) =>
  stores.isReadingRows(findingsKind, deploymentId)
