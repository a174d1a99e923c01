import { threadEntry } from '#server/base/thread.ts'
import type { ColumnKind } from '#server/columns/column-kind.ts'
import { hasFewFindings } from '../columns/findings-kind.ts'
import { readStatusHistory, StatusHistory, type StatusHistoryData } from './status-history.ts'

const findingsPerRead = 2000

/** The status history of a deployment's findings, to count trends. */
export const historyKind: ColumnKind<StatusHistory> = {
  name: 'status-history',
  format: '3',
  loader: () => threadEntry(import.meta.url, './loader.ts', './history-loader.js'),
  isSmall: hasFewFindings,
  load: readStatusHistory,
  countRows: ({ findings }) => findings.size,
  async apply(history, reader, deploymentId, { findings }, turn) {
    const ids = [...findings]
    for (let from = 0; from < ids.length; from += findingsPerRead) {
      if (from > 0) await turn()
      await history.reload(reader, deploymentId, ids.slice(from, from + findingsPerRead))
    }
  },
  toData: (history) => history.toData(),
  // parse: what `toData` returned.
  fromData: (data) => new StatusHistory(data as StatusHistoryData),
}
