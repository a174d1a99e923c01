import type { ColumnStores } from '#server/columns/public.ts'
import type { OpenSnapshot, Reader, RowReader, Snapshot } from '#server/db/database.ts'
import type { FindingColumns } from './columns/finding-columns.ts'
import { findingsKind } from './columns/findings-kind.ts'
import { pageOf } from './columns/page.ts'
import type { Selection } from './filters/query.ts'
import { historyKind } from './history/history-kind.ts'
import type { StatusHistory } from './history/status-history.ts'

/** One snapshot of the database, with the findings of a deployment as they are in it. */
export interface FindingsSnapshot {
  reader: Reader
  snapshot: Snapshot
  columns: FindingColumns
}

const viewOf = (columns: FindingColumns, snapshot: Snapshot): FindingsSnapshot => ({
  reader: snapshot.read,
  snapshot,
  columns,
})

/**
 * Reads in one snapshot of the database and of a deployment's findings in memory.
 * @throws HttpError 503 where the findings are not loaded in time.
 */
export function withSnapshot<T>(
  stores: ColumnStores,
  deploymentId: number,
  work: (view: FindingsSnapshot) => Promise<T>,
): Promise<T> {
  return stores.read(findingsKind, deploymentId, (columns, snapshot) => work(viewOf(columns, snapshot)))
}

/** The same with the status history of the findings. */
export function withHistory<T>(
  stores: ColumnStores,
  deploymentId: number,
  work: (view: FindingsSnapshot, history: StatusHistory) => Promise<T>,
): Promise<T> {
  return stores.readBoth([findingsKind, historyKind], deploymentId, ([columns, history], snapshot) =>
    work(viewOf(columns, snapshot), history),
  )
}

/** The same with a snapshot of its own, for a long read of what `choose` picked. The caller closes it. */
export function openView<T>(
  stores: ColumnStores,
  deploymentId: number,
  choose: (view: FindingsSnapshot) => Promise<T>,
): Promise<{ result: T; snapshot: OpenSnapshot }> {
  return stores.open(findingsKind, deploymentId, (columns, snapshot) => choose(viewOf(columns, snapshot)))
}

/** Makes the columns ready before a change that selects findings by a filter. */
export const prepareColumns = (stores: ColumnStores, deploymentId: number) =>
  stores.prepare(findingsKind, deploymentId)

/**
 * Runs `work` within a change that has written nothing yet, with the findings as they were before it.
 * @param reader reads in the transaction of the change.
 */
export function beforeChange<T>(
  stores: ColumnStores,
  deploymentId: number,
  reader: RowReader,
  work: (view: Pick<FindingsSnapshot, 'reader' | 'columns'>) => Promise<T>,
): Promise<T> {
  return stores.readBeforeChange(findingsKind, deploymentId, reader, (columns) =>
    work({ reader: reader.read, columns }),
  )
}

/** The ids of the first findings of a selection, in the order of the list, as they were before a running change. */
export function selectFirstBeforeChange(
  stores: ColumnStores,
  reader: RowReader,
  selection: Selection,
  limit: number,
): Promise<number[]> {
  const window = { sort: undefined, after: undefined, offset: 0, size: limit }
  return beforeChange(stores, selection.deploymentId, reader, async (view) => [
    ...(await pageOf(view.reader, view.columns, selection, window)).ids,
  ])
}

/** Loads all that is counted of a deployment's findings, however long that takes. */
export async function loadFindings(stores: ColumnStores, deploymentId: number): Promise<void> {
  await stores.load(findingsKind, deploymentId)
  await stores.load(historyKind, deploymentId)
  await withHistory(stores, deploymentId, async () => undefined)
}

/** Begins to load the findings of a deployment. */
export const warmFindings = (stores: ColumnStores, deploymentId: number) =>
  stores.warm(findingsKind, deploymentId)

/** Begins to load the findings of a deployment. @returns whether all of them are being read, which takes seconds. */
export const isReadingFindings = (stores: ColumnStores, deploymentId: number) =>
  stores.isReadingRows(findingsKind, deploymentId)
