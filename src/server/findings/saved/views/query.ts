import { groupsBy } from '#contract/operations/groups.ts'
import {
  appliesToType,
  type FindingFilter,
  findingFilter,
  findingsQuery,
  isMomentFilter,
  misplacedFilters,
} from '#contract/parameters/findings-query.ts'
import { enumValue, readQuery, text, texts, writeQuery } from '#contract/parameters/query.ts'
import { type FindingType, groupings } from '#contract/vocabulary.ts'
import { secondsOf } from '#lib/time/relative.ts'
import type { Fault } from '#server/http/errors.ts'

const filter = { ...findingFilter, filter: findingsQuery.filter }
const displayParameters = { sort: findingsQuery.sort, group: enumValue(groupings) }
/** The parameters of a page's URL, in their order. */
const urlParameters = {
  ...filter,
  sort: displayParameters.sort,
  page_size: findingsQuery.page_size,
  group: displayParameters.group,
  columns: texts,
  view: text(64),
}

const isRelative = (name: string, value: string) => isMomentFilter(name) && secondsOf(value) !== undefined

/** Reads the query of a view; relative times become instants before `now` and are also returned. */
function readViewQuery(query: string, now: number) {
  const words: Partial<Record<string, string>> = {}
  const pairs = [...new URLSearchParams(query)].map(([name, value]): [string, string] => {
    if (!isRelative(name, value)) return [name, value]
    words[name] = value
    return [name, String(Math.floor(now / 1000) - (secondsOf(value) ?? 0))]
  })
  return { ...readQuery(filter, pairs), words }
}

/**
 * Normalizes a view's query: unknown parameters and filters of other finding types are left out; relative times stay
 * relative.
 * @returns the query, and all faults.
 */
export function normalizeViewQuery(query: string, type: FindingType): { query: string; faults: Fault[] } {
  const { values, faults, words } = readViewQuery(query, Date.now())
  const { filter: savedFilterId, ...rest } = values
  const invalid = [...faults, ...misplacedFilters({ ...rest, issue_type: type })]
  // parse: `Object.entries` loses the type of the names, which are those of the filter.
  const entries = (Object.entries(rest) as [keyof FindingFilter, unknown][]).filter(([name]) =>
    appliesToType(name, type),
  )
  const parameters = writeQuery(filter, { ...Object.fromEntries(entries), ...words, filter: savedFilterId })
  return {
    query: readableQuery(parameters),
    faults: invalid.map(({ parameter, detail }) => ({
      pointer: '/query',
      detail: `${parameter}: ${detail}`,
    })),
  }
}

/** The faults in the sort order and the grouping of a view. */
export function displayFaults(
  display: { sort?: string | null | undefined; group?: string | null | undefined },
  type: FindingType,
): Fault[] {
  const pairs = Object.entries(display).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const { values, faults } = readQuery(displayParameters, pairs)
  const invalid = [...faults]
  if (values.sort?.endsWith('epss') && type !== 'sca') {
    invalid.push({ parameter: 'sort', detail: `"${values.sort}" only applies to supply-chain findings` })
  }
  if (values.group !== undefined && !groupsBy(values.group, type)) {
    invalid.push({ parameter: 'group', detail: `"${values.group}" does not apply to findings of this type` })
  }
  return invalid.map(({ parameter, detail }) => ({ pointer: `/${parameter}`, detail }))
}

/** The filter of a view's query, with relative times computed from `now`. */
export function filterOf(query: string, now: number) {
  return readViewQuery(query, now).values
}

/** The complete query string of a view's URL. */
export function searchOf(view: {
  id: string
  query: string
  sort: string | null
  group: string | null
  columns: readonly string[] | null
  page_size: number | null
}): string {
  const { id, query, ...display } = view
  const rest = readableQuery(writeQuery(urlParameters, { ...display, view: id }))
  return query === '' ? rest : `${query}&${rest}`
}

/** Does not escape commas, slashes and colons, which queries allow, since people read these URLs. */
function readableQuery(parameters: URLSearchParams): string {
  return parameters.toString().replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':')
}
