import { call } from '#api/http/transport.ts'
import { getKeptFilter, keepFilter } from '#contract/operations/views.ts'
import { appliesToType, type FindingFilter, findingFilter } from '#contract/parameters/findings-query.ts'
import { readQuery, writeQuery } from '#contract/parameters/query.ts'
import type { ListState, ListType } from '../list/list-state.ts'

/** What was kept or read on this page, by deployment and id: it never changes. */
const storedFilters = new Map<string, FindingFilter>()

/**
 * Keeps the filter of a list with the service and gives the state that stands for it in a URL. Times stay beside
 * it, since they may be relative words. Where the service keeps none the state stays as it is, however long.
 */
export async function storeFilter(deployment: string, state: ListState): Promise<ListState> {
  const { since, until, ...kept } = state.filter
  try {
    const { id } = await call(keepFilter, {
      path: { deploymentSlug: deployment },
      body: { query: writeQuery(findingFilter, kept).toString() },
    })
    storedFilters.set(`${deployment} ${id}`, kept)
    const filter = { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }
    return { ...state, filter, storedFilterId: id }
  } catch {
    return state
  }
}

/** The one that was requested last: a late answer never takes the place of a newer question. */
let latest: string | undefined

/**
 * Gives what a kept filter says of findings of this type. Where it cannot be read nothing is given: the list, which asks by
 * the same id, says why.
 */
export async function readStoredFilter(
  deployment: string,
  type: ListType,
  id: string,
  give: (read: { id: string; filter: FindingFilter }) => void,
): Promise<void> {
  latest = id
  try {
    const filter = storedFilters.get(`${deployment} ${id}`) ?? (await fetchFilter(deployment, id))
    // parse: `Object.keys` forgets the names, which are those of the filter.
    const names = Object.keys(filter) as (keyof FindingFilter)[]
    const fitting = names.filter((name) => appliesToType(name, type)).map((name) => [name, filter[name]])
    if (latest === id) give({ id, filter: Object.fromEntries(fitting) })
  } catch {
    // Said by the list.
  }
}

async function fetchFilter(deployment: string, id: string): Promise<FindingFilter> {
  const { query } = await call(getKeptFilter, { path: { deploymentSlug: deployment, filterId: id } })
  const { values } = readQuery(findingFilter, new URLSearchParams(query))
  storedFilters.set(`${deployment} ${id}`, values)
  return values
}
