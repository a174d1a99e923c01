import { code, reachabilities, statuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { FacetName } from '../facet-sources.ts'
import type { Selection } from '../query.ts'
import type { Columns } from './memory.ts'
import { modesOf, namesOf } from './names.ts'
import { countCodes } from './passes.ts'
import { failuresOf, rowsOf } from './selected-rows.ts'
import type { ColumnName, TextColumn } from './sources.ts'
import type { Table } from './table.ts'

/** A value as `FacetSource.read` takes it, and how many rows have it. */
export interface Counted {
  value: string | null
  count: number
}

/** How the number of a column reads as a facet's value. */
type Reading = (code: number) => string | null

interface Source {
  column: ColumnName
  reading(of: { table: Table; names: ReadonlyMap<number, string>; selection: Selection }): Reading
}

const word: Reading = (stored) => (stored === 0 ? null : String(stored - 1))
const words = (column: ColumnName): Source => ({ column, reading: () => word })
const flags = (column: ColumnName): Source => ({ column, reading: () => String })
const texts = (column: TextColumn): Source => ({
  column,
  reading:
    ({ table }) =>
    (stored) =>
      table.texts[column].text(stored),
})
const named = (column: ColumnName): Source => ({
  column,
  reading:
    ({ names }) =>
    (stored) =>
      names.get(stored) ?? null,
})

const ignored = code(statuses, 'ignored')
const unknown = code(reachabilities, 'unknown')

/** Beside `policies`, which has two columns. The same values as `facetSources` has in SQL. */
const sources: Record<Exclude<FacetName, 'policies'>, Source> = {
  severities: words('severity'),
  status: { column: 'decision', reading: () => (stored) => String(stored >> 3) },
  repos: named('project'),
  rules: named('rule'),
  categories: named('categories'),
  confidence: words('confidence'),
  autotriage_verdict: words('verdict'),
  component_tags: texts('componentTag'),
  triage_reasons: {
    column: 'decision',
    reading:
      ({ selection }) =>
      (stored) =>
        selection.filter.status || stored >> 3 === ignored ? word(stored & 7) : null,
  },
  exposures: {
    column: 'reachability',
    reading: () => (stored) => (stored === 0 ? String(unknown) : word(stored)),
  },
  transitivities: words('transitivity'),
  is_malicious: { column: 'malicious', reading: () => (stored) => (stored === 0 ? '0' : word(stored)) },
  project_tags: named('project'),
  vulnerability_identifiers: texts('advisory'),
  dependencies: texts('package'),
  versions: texts('packageVersion'),
  triaged_by: texts('triagedBy'),
  secret_types: texts('secretType'),
  validation_state: words('validation'),
  has_ticket: flags('ticket'),
  fix_available: flags('fixAvailable'),
  click_to_fix_pr_state: flags('fixPullRequests'),
}

/**
 * Counts facets over the columns, each with every filter but its own, after dedup.
 * @returns null where memory cannot tell.
 */
export async function facetsInMemory(
  reader: Reader,
  columns: Columns,
  selection: Selection,
  names: readonly FacetName[],
): Promise<{ total: number; facets: Map<FacetName, Counted[]> } | null> {
  const table = columns.table(selection.deploymentId, selection.type)
  const failures = await failuresOf(reader, columns, table, selection, names)
  if (!failures) return null
  const base = rowsOf(table, failures, selection.dedup)
  const facets = new Map<FacetName, Counted[]>()
  /** What was counted of all rows by column: two facets may be made from one. */
  const known = new Map<ColumnName, Uint32Array>()
  for (const name of names) {
    const own = failures.of.get(name)
    const rows = own === undefined ? base : rowsOf(table, failures, selection.dedup, own)
    facets.set(
      name,
      await countedBy(reader, columns, table, selection, name, rows, own === undefined ? known : new Map()),
    )
  }
  return { total: base.length, facets }
}

async function countedBy(
  reader: Reader,
  columns: Columns,
  table: Table,
  selection: Selection,
  name: FacetName,
  rows: Int32Array,
  known: Map<ColumnName, Uint32Array>,
): Promise<Counted[]> {
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
    return read(counts, word)
  }
  const source = sources[name]
  const names =
    name === 'repos' || name === 'project_tags' || name === 'rules' || name === 'categories'
      ? await namesOf(reader, columns, deploymentId, name)
      : new Map<number, string>()
  const { array, size } = table.columns[source.column]
  const counts = known.get(source.column) ?? countCodes(array, size, rows)
  known.set(source.column, counts)
  return read(counts, source.reading({ table, names, selection }))
}

function read(counts: Uint32Array, reading: Reading): Counted[] {
  const counted: Counted[] = []
  for (const [stored, count] of counts.entries())
    if (count > 0) counted.push({ value: reading(stored), count })
  return counted
}
