import { type RawBuilder, sql } from 'kysely'
import type { FacetsAnswer } from '#contract/responses/findings.ts'
import type { Reader } from '#server/db/database.ts'
import { badRequest } from '#server/http/errors.ts'
import { countFacetsInColumns, type ValueCount } from '../columns/count/count-facets.ts'
import { isSelected } from '../filters/dedup.ts'
import { findingColumn } from '../filters/finding-column.ts'
import { type FindingSet, type Selection, selectionOf } from '../filters/query.ts'
import { countWithFallback, type FindingsSnapshot } from '../snapshot.ts'
import {
  type FacetName,
  type FacetSource,
  type FacetValue,
  facetColumns,
  facetSources,
  facetsOf,
} from './facet-sources.ts'

const maxFacetValues = 100
const totalFacet = 'total'

/** One statement: a set of findings and what is counted over it. */
interface Batch {
  selection: Selection
  names: FacetName[]
}

/**
 * Counts the values of each filter, each with every filter but its own, after dedup, exactly. Filters that are not
 * set share one pass over the rows. `facet` narrows to one, `facet_q` to those of its values that hold a text.
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
  const names = namesOf(selection, search.facet)
  const { total, facets: counts } = await countWithFallback(
    view,
    (columns) => countFacetsInColumns(view.reader, columns, selection, names),
    () => facetsInSql(view.reader, selection, names, set),
  )
  const facets: FacetsAnswer['facets'] = {}
  const rest: FacetsAnswer['rest'] = {}
  for (const name of names) {
    const all = sortByCount(readValues(facetSources[name], counts.get(name) ?? []), search.text)
    facets[name] = all.slice(0, maxFacetValues)
    const others = all.slice(maxFacetValues)
    if (others.length === 0) continue
    rest[name] = { values: others.length, count: others.reduce((sum, { count }) => sum + count, 0) }
  }
  return { total, facets, rest }
}

/** Several counted values may stand for the same value of the filter, and one for several. */
function readValues({ read }: FacetSource, counts: readonly ValueCount[]): Map<FacetValue, number> {
  const all = new Map<FacetValue, number>()
  for (const { value, count } of counts) {
    for (const one of read(value)) all.set(one, (all.get(one) ?? 0) + count)
  }
  return all
}

function addToBatch(facets: Map<string, ValueCount[]>, facet: string, one: ValueCount) {
  const list = facets.get(facet) ?? []
  facets.set(facet, list)
  list.push(one)
}

async function facetsInSql(reader: Reader, selection: Selection, names: FacetName[], set: FindingSet) {
  const facets = new Map<string, ValueCount[]>()
  let total = 0
  for (const batch of batchesOf(selection, names)) {
    for (const { facet, value, count } of await runBatch(reader, batch, set)) {
      if (facet !== totalFacet) addToBatch(facets, facet, { value, count })
      else if (batch.selection === selection) total = count
    }
  }
  return { total, facets }
}

function namesOf({ type }: Selection, facet: string | undefined): FacetName[] {
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

function batchesOf(selection: Selection, names: readonly FacetName[]): Batch[] {
  const set = new Set<string>(selection.conditions.map(({ parameter }) => parameter))
  const own = names
    .filter((name) => set.has(name))
    .map((name) => ({
      selection: {
        ...selection,
        conditions: selection.conditions.filter(({ parameter }) => parameter !== name),
      },
      names: [name],
    }))
  return [{ selection, names: names.filter((name) => !set.has(name)) }, ...own]
}

async function runBatch(
  reader: Reader,
  batch: Batch,
  set: FindingSet,
): Promise<(ValueCount & { facet: string })[]> {
  const columns = sql.join(facetColumns.map((name) => findingColumn(name)))
  const facetRows = (facet: string, counts: RawBuilder<unknown>) =>
    sql`select ${sql.lit(facet)} as facet, value, count from (${counts})`
  const parts = [
    facetRows(totalFacet, sql`select null as value, count(*) as count from base`),
    ...batch.names.map((name) => facetRows(name, facetSources[name].counts(set))),
  ]
  const { rows } = await sql<ValueCount & { facet: string }>`
    with base as materialized (select ${columns} from finding where ${isSelected(batch.selection)})
    ${sql.join(parts, sql` union all `)}`.execute(reader)
  return rows
}

/** Equal counts stand in the order of their values, those without a value last. */
function sortByCount(counts: ReadonlyMap<FacetValue, number>, text: string | undefined) {
  const search = text?.trim().toLowerCase()
  const key = (value: FacetValue) => (value === null ? '\uffff' : String(value))
  return [...counts]
    .filter(([value]) => !search || (value !== null && String(value).toLowerCase().includes(search)))
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (key(a.value) < key(b.value) ? -1 : 1))
}
