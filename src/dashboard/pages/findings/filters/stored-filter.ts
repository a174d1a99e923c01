import { call } from '#api/http/transport.ts'
import { getKeptFilter, keepFilter } from '#contract/operations/views.ts'
import { appliesToType, type FindingFilter, findingFilter } from '#contract/parameters/findings-query.ts'
import { readQuery, writeQuery } from '#contract/parameters/query.ts'
import type { ListState, ListType } from '../list/list-state.ts'

/** Filters stored or read on this page, by deployment and id. A stored filter never changes. */
const storedFilters = new Map<string, FindingFilter>()

/**
 * Stores the filter of a list on the service and returns the state that refers to it in a URL. Times stay in the URL,
 * because they may be relative. If the service cannot store it, the state is returned unchanged, whatever its length.
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

/** The latest request: a late response must not replace a newer state. */
let latest: string | undefined

/**
 * Returns the part of a stored filter that applies to findings of this type. Returns nothing if it cannot be read: the
 * list query uses the same id and shows the error.
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
    // The list shows the error.
  }
}

async function fetchFilter(deployment: string, id: string): Promise<FindingFilter> {
  const { query } = await call(getKeptFilter, { path: { deploymentSlug: deployment, filterId: id } })
  const { values } = readQuery(findingFilter, new URLSearchParams(query))
  storedFilters.set(`${deployment} ${id}`, values)
  return values
}
