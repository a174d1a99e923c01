import { reachabilities, statuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { FacetName } from '../../counts/facet-sources.ts'
import type { Selection } from '../../filters/query.ts'
import { countCodes } from '../bit-passes.ts'
import type { ColumnName, TextColumn } from '../column-sources.ts'
import type { ColumnSnapshot } from '../column-store.ts'
import { modesOf, namesOf } from '../names.ts'
import { matchingRows, testRows } from '../select-rows.ts'
import type { Table } from '../table.ts'

/** A value as `FacetSource.read` takes it, and how many rows have it. */
export interface ValueCount {
  value: string | null
  count: number
}

/** How the number of a column reads as a facet's value. */
type ValueReader = (code: number) => string | null

interface Source {
  column: ColumnName
  reading(of: { table: Table; names: ReadonlyMap<number, string>; selection: Selection }): ValueReader
}

const readCode: ValueReader = (stored) => (stored === 0 ? null : String(stored - 1))
const codeFacet = (column: ColumnName): Source => ({ column, reading: () => readCode })
const flagFacet = (column: ColumnName): Source => ({ column, reading: () => String })
const textFacet = (column: TextColumn): Source => ({
  column,
  reading:
    ({ table }) =>
    (stored) =>
      table.texts[column].text(stored),
})
const namedFacet = (column: ColumnName): Source => ({
  column,
  reading:
    ({ names }) =>
    (stored) =>
      names.get(stored) ?? null,
})

const ignoredStatus = toCode(statuses, 'ignored')
const unknown = toCode(reachabilities, 'unknown')

/** Beside `policies`, which has two columns. The same values as `facetSources` has in SQL. */
const sources: Record<Exclude<FacetName, 'policies'>, Source> = {
  severities: codeFacet('severity'),
  status: { column: 'decision', reading: () => (stored) => String(stored >> 3) },
  repos: namedFacet('project'),
  rules: namedFacet('rule'),
  categories: namedFacet('categories'),
  confidence: codeFacet('confidence'),
  autotriage_verdict: codeFacet('verdict'),
  component_tags: textFacet('componentTag'),
  triage_reasons: {
    column: 'decision',
    reading:
      ({ selection }) =>
      (stored) =>
        selection.filter.status || stored >> 3 === ignoredStatus ? readCode(stored & 7) : null,
  },
  exposures: {
    column: 'reachability',
    reading: () => (stored) => (stored === 0 ? String(unknown) : readCode(stored)),
  },
  transitivities: codeFacet('transitivity'),
  is_malicious: { column: 'malicious', reading: () => (stored) => (stored === 0 ? '0' : readCode(stored)) },
  project_tags: namedFacet('project'),
  vulnerability_identifiers: textFacet('advisory'),
  dependencies: textFacet('package'),
  versions: textFacet('packageVersion'),
  triaged_by: textFacet('triagedBy'),
  secret_types: textFacet('secretType'),
  validation_state: codeFacet('validation'),
  has_ticket: flagFacet('ticket'),
  fix_available: flagFacet('fixAvailable'),
  click_to_fix_pr_state: flagFacet('fixPullRequests'),
}

/**
 * Counts facets over the columns, each with every filter but its own, after dedup.
 * @returns null where memory cannot tell.
 */
export async function countFacetsInColumns(
  reader: Reader,
  columns: ColumnSnapshot,
  selection: Selection,
  names: readonly FacetName[],
): Promise<{ total: number; facets: Map<FacetName, ValueCount[]> } | null> {
  const table = columns.table(selection.deploymentId, selection.type)
  const failures = await testRows(reader, columns, table, selection, names)
  if (!failures) return null
  const base = matchingRows(table, failures, selection.dedup)
  const facets = new Map<FacetName, ValueCount[]>()
  /** What was counted of all rows by column: two facets may be made from one. */
  const known = new Map<ColumnName, Uint32Array>()
  for (const name of names) {
    const own = failures.of.get(name)
    const rows = own === undefined ? base : matchingRows(table, failures, selection.dedup, own)
    facets.set(
      name,
      await countBy(reader, columns, table, selection, name, rows, own === undefined ? known : new Map()),
    )
  }
  return { total: base.length, facets }
}

async function countBy(
  reader: Reader,
  columns: ColumnSnapshot,
  table: Table,
  selection: Selection,
  name: FacetName,
  rows: Int32Array,
  known: Map<ColumnName, Uint32Array>,
): Promise<ValueCount[]> {
  const { deploymentId } = selection
  if (name === 'policies') {
    const { modes, width } = await modesOf(reader, columns, deploymentId, table)
    const policies = table.columns.policy.array
    const rules = table.columns.rule.array
    const counts = new Uint32Array(256)
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] ?? 0
      const mode = modes[(policies[row] ?? 0) * width + (rules[row] ?? 0)] ?? 0
      counts[mode] = (counts[mode] ?? 0) + 1
    }
    return readCounts(counts, readCode)
  }
  const source = sources[name]
  const names =
    name === 'repos' || name === 'project_tags' || name === 'rules' || name === 'categories'
      ? await namesOf(reader, columns, deploymentId, name)
      : new Map<number, string>()
  const { array, size } = table.columns[source.column]
  const counts = known.get(source.column) ?? countCodes(array, size, rows)
  known.set(source.column, counts)
  return readCounts(counts, source.reading({ table, names, selection }))
}

function readCounts(counts: Uint32Array, readValue: ValueReader): ValueCount[] {
  const values: ValueCount[] = []
  for (const [stored, count] of counts.entries())
    if (count > 0) values.push({ value: readValue(stored), count })
  return values
}
