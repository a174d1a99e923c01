import { sql } from 'kysely'
import type { ScanFacets } from '#contract/responses/scans.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import { fromCode, scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { unindexedText } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { assertPossible, type ScanFilter, scansOf } from './filter.ts'
import { cachedScanQuery } from './query-cache.ts'

const maxFacetValues = 100

type Value = string | boolean
type CountedValues = { value: Value; count: number }[]

/**
 * Counts the scans of a search by project, branch, product, status and kind, each with all other filters applied. Three
 * statements, regardless of the number of scans; cached until scans change.
 * @throws HttpError like the search.
 */
export async function facetsOfScans(
  stores: ColumnStores,
  deploymentId: number,
  requestFilter: ScanFilter,
): Promise<ScanFacets> {
  const filter = await assertPossible(stores.database.read, deploymentId, requestFilter)
  return cachedScanQuery(stores, deploymentId, ['facets', filter], (reader) =>
    countFacets(reader, deploymentId, filter),
  )
}

async function countFacets(reader: Reader, deploymentId: number, filter: ScanFilter): Promise<ScanFacets> {
  const { branch: _branch, ...filterWithoutBranch } = filter
  const { repository_id: _id, repos: _repos, ...filterWithoutProject } = filter
  const rest: ScanFacets['rest'] = {}
  const limited = (name: string, rows: CountedValues) => {
    const over = rows.slice(maxFacetValues)
    if (over.length > 0)
      rest[name] = { values: over.length, count: over.reduce((sum, row) => sum + row.count, 0) }
    return rows.slice(0, maxFacetValues)
  }
  const { total, ...enumFacets } = await countEnumFacets(reader, deploymentId, filter)
  return {
    total,
    facets: {
      repos: limited(
        'repos',
        await countNamed(
          reader,
          deploymentId,
          scansOf(reader, deploymentId, filterWithoutProject),
          'project',
        ),
      ),
      branch: limited(
        'branch',
        await countNamed(reader, deploymentId, scansOf(reader, deploymentId, filterWithoutBranch), 'ref'),
      ),
      ...enumFacets,
    },
    rest,
  }
}

/** Counts by id and adds names afterwards, so that each name is looked up once and not for each scan. */
async function countNamed(
  reader: Reader,
  deploymentId: number,
  scans: ReturnType<typeof scansOf>,
  by: 'project' | 'ref',
): Promise<CountedValues> {
  const countOf = scans
    .select(({ fn, ref }) => [ref(`scan.${by}_id`).as('id'), fn.countAll<number>().as('count')])
    .groupBy(`scan.${by}_id`)
  const { rows } = await sql<CountedValues[number]>`
    select named.name as value, sum(counted.count) as count
    from (${countOf}) as counted join ${sql.table(by)} as named
      on named.deployment_id = ${deploymentId} and named.id = counted.id
    group by named.name order by count desc, value`.execute(reader)
  return rows
}

/**
 * Counts the facets with few values together: there are few distinct lists of products, statuses and kinds, and each
 * facet ignores its own filter.
 */
async function countEnumFacets(reader: Reader, deploymentId: number, filter: ScanFilter) {
  const { products = [], statuses = [], is_full_scan, ...others } = filter
  // The index that is sorted by these groups lacks the ref: a filter by branch would need to look up each row.
  const productsOf = others.branch
    ? unindexedText('scan.enabled_products_json')
    : sql<string>`scan.enabled_products_json`
  const rows = await scansOf(reader, deploymentId, others)
    .select(({ fn }) => [
      'scan.kind',
      'scan.status',
      productsOf.as('enabled_products_json'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy([productsOf, 'scan.kind', 'scan.status'])
    .execute()
  const groups = rows.map((row) => {
    // parse: the column holds a JSON array of strings, written by us.
    const ran = [...new Set(parseStored<string[]>(row.enabled_products_json))]
    const status = fromCode(scanStatuses, row.status)
    const full = row.kind === toCode(scanKinds, 'full')
    const fits = {
      products: products.length === 0 || products.some((product) => ran.includes(product)),
      statuses: statuses.length === 0 || statuses.includes(status),
      is_full_scan: is_full_scan === undefined || is_full_scan === full,
    }
    return { count: row.count, fits, products: ran, statuses: [status], is_full_scan: [full] }
  })
  const facets = ['products', 'statuses', 'is_full_scan'] as const
  const countOf = (own?: (typeof facets)[number]): CountedValues => {
    const counts = new Map<Value, number>()
    for (const group of groups) {
      if (!facets.every((name) => name === own || group.fits[name])) continue
      for (const value of own ? group[own] : ['all'])
        counts.set(value, (counts.get(value) ?? 0) + group.count)
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
  }
  return {
    total: countOf()[0]?.count ?? 0,
    products: countOf('products'),
    statuses: countOf('statuses'),
    is_full_scan: countOf('is_full_scan'),
  }
}
