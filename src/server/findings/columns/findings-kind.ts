import { threadEntry } from '#server/base/thread.ts'
import type { ColumnKind } from '#server/columns/column-kind.ts'
import type { Reader } from '#server/db/database.ts'
import { columnNames, columnSources } from './column-sources.ts'
import { FindingColumns, type FindingColumnsData } from './finding-columns.ts'

/** Increment when the content of a column changes but its name and kind do not. */
const formatVersion = 6

/** This many findings are read in some hundredths of a second. */
const fewFindings = 10_000

/** Returns whether a deployment has so few findings that they can be read without another thread. */
export async function hasFewFindings(reader: Reader, deploymentId: number): Promise<boolean> {
  const firstRowBeyond = await reader
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .limit(1)
    .offset(fewFindings)
    .executeTakeFirst()
  return firstRowBeyond === undefined
}

/** The findings of a deployment, to filter, count, group and sort. */
export const findingsKind: ColumnKind<FindingColumns> = {
  name: 'findings',
  format: `${formatVersion} ${columnNames.map((name) => `${name}:${columnSources[name].kind}`).join(' ')}`,
  loader: () => threadEntry(import.meta.url, './loader.ts', './findings-loader.js'),
  isSmall: hasFewFindings,
  async load(reader, deploymentId, turn) {
    const columns = new FindingColumns()
    await columns.load(reader, deploymentId, turn)
    return columns
  },
  countRows: ({ findings }) => findings.size,
  async apply(columns, reader, deploymentId, { findings, tables }, turn) {
    // Whom owners stand for is derived from the columns.
    if (tables.size > Number(tables.has('team'))) columns.nameCache.clear()
    if (tables.size > 0 || findings.size > 0) columns.derived.clear()
    const ids = [...findings].sort((one, other) => one - other)
    await columns.reload(reader, deploymentId, ids, turn)
  },
  toData: (columns) => columns.toData(),
  // parse: what `toData` returned.
  fromData: (data) => new FindingColumns(data as FindingColumnsData),
}
