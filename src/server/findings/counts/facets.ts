import type { FacetsAnswer } from '#contract/responses/findings.ts'
import { dueFilters } from '#contract/vocabulary.ts'
import { badRequest } from '#server/http/errors.ts'
import { type EffectiveModes, levelCount } from '#server/records/policies/effective-modes.ts'
import { advisoryIdsOf } from '../columns/advisory-ids.ts'
import { countCodes } from '../columns/bit-passes.ts'
import type { ColumnName } from '../columns/column-sources.ts'
import { modesOf, namesOf, ownersOf } from '../columns/names.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import type { Table } from '../columns/table.ts'
import { dueCodes, dueDaysOf } from '../due/due-days.ts'
import { type FindingSet, type Selection, selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import { type FacetName, type FacetSource, type FacetValue, facetSources, facetsOf } from './facet-sources.ts'

const maxFacetValues = 100

/**
 * Counts the values of each filter, after dedup, exactly. Each filter is counted with all other filters applied.
 * `facet` selects one filter, `facet_q` the values of it that contain a text.
 * @throws HttpError 400 for a facet that the type does not have.
 * Source: docs/api.md#facets.
 */
export async function countFacets(
  view: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
  search: { facet?: string | undefined; text?: string | undefined },
): Promise<FacetsAnswer> {
  const selection = selectionOf(deploymentId, set)
  const due = await dueDaysOf(view, selection)
  const names = facetNamesOf(selection, search.facet).filter((name) => name !== 'due' || due !== null)
  const table = view.columns.table(selection.type)
  const failures = await testRows(view.reader, view.columns, selection, names)
  const base = matchingRows(table, failures, selection.dedup)
  const facets: FacetsAnswer['facets'] = {}
  const rest: FacetsAnswer['rest'] = {}
  /** Counts of the codes over all matching rows, by column; shared by facets that use the same column. */
  const baseCounts = new Map<ColumnName, Uint32Array>()
  for (const name of names) {
    const ownBit = failures.bitByFilter.get(name)
    const rows = ownBit === undefined ? base : matchingRows(table, failures, selection.dedup, ownBit)
    const counts = await codeCounts(
      view,
      selection,
      name,
      rows,
      ownBit === undefined ? baseCounts : new Map(),
    )
    const values = sortByCount(await readValues(view, selection, name, counts), search.text)
    facets[name] = values.slice(0, maxFacetValues)
    const others = values.slice(maxFacetValues)
    if (others.length === 0) continue
    rest[name] = { values: others.length, count: others.reduce((sum, { count }) => sum + count, 0) }
  }
  return { total: base.length, facets, rest }
}

function facetNamesOf({ type }: Selection, facet: string | undefined): FacetName[] {
  const names = facetsOf(type)
  if (facet === undefined) return names
  const requestedFacet = names.find((name) => name === facet)
  if (!requestedFacet) {
    throw badRequest([
      { parameter: 'facet', detail: `is not one of ${names.join(', ')} (issue_type=${type})` },
    ])
  }
  return [requestedFacet]
}

/** The number of the given rows that have each code of a facet. */
async function codeCounts(
  view: FindingsSnapshot,
  { deploymentId, type }: Selection,
  name: FacetName,
  rows: Int32Array,
  cachedCounts: Map<ColumnName, Uint32Array>,
): Promise<Uint32Array> {
  const { reader, columns } = view
  const table = columns.table(type)
  const { column }: FacetSource = facetSources[name]
  if (name === 'due') {
    const due = await dueDaysOf(view, { deploymentId, type })
    return countCodes(
      due ? dueCodes(table, due.days, due.rule, columns.now) : new Uint8Array(0),
      dueFilters.length,
      rows,
    )
  }
  if (column === null) return countLevels(table, rows, await modesOf(reader, columns, deploymentId))
  const { array, size } = table.columns[column]
  const counts = cachedCounts.get(column) ?? countCodes(array, size, rows)
  cachedCounts.set(column, counts)
  return counts
}

/** Counts rows by the level of their effective mode. */
function countLevels(table: Table, rows: Int32Array, modes: EffectiveModes): Uint32Array {
  const projects = table.columns.project.array
  const rules = table.columns.rule.array
  const counts = new Uint32Array(levelCount)
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? 0
    const level = modes.levelOf(projects[row] ?? 0, rules[row] ?? 0)
    counts[level] = (counts[level] ?? 0) + 1
  }
  return counts
}

/** Sums the counts by filter value: several codes may represent one value, and one code several values. */
async function readValues(
  { reader, columns }: FindingsSnapshot,
  selection: Selection,
  name: FacetName,
  counts: Uint32Array,
): Promise<Map<FacetValue, number>> {
  const source: FacetSource = facetSources[name]
  const table = columns.table(selection.type)
  const names = source.names
    ? await namesOf(reader, columns, selection.deploymentId, source.names)
    : new Map<number, string>()
  const owners = name === 'owner' ? await ownersOf(reader, columns, selection.deploymentId) : undefined
  const advisories = name === 'vulnerability_identifiers' ? await advisoryIdsOf(columns, table) : undefined
  const values = new Map<FacetValue, number>()
  for (const [code, count] of counts.entries()) {
    if (count === 0) continue
    for (const value of source.read(code, { table, names, owners, advisories, selection }))
      values.set(value, (values.get(value) ?? 0) + count)
  }
  return values
}

/** Sorts by count; equal counts are sorted by value, with missing values last. */
function sortByCount(counts: ReadonlyMap<FacetValue, number>, text: string | undefined) {
  const search = text?.trim().toLowerCase()
  const key = (value: FacetValue) => (value === null ? '\uffff' : String(value))
  return [...counts]
    .filter(([value]) => !search || (value !== null && String(value).toLowerCase().includes(search)))
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (key(a.value) < key(b.value) ? -1 : 1))
}
