import type { ListQuery } from '#api/findings/findings.ts'
import {
  appliesToType,
  type FindingFilter,
  type FindingsQuery,
  findingFilter,
  findingsQuery,
  isMomentFilter,
  type MomentFilter,
  momentFilters,
} from '#contract/parameters/findings-query.ts'
import { enumValue, readQuery, text, texts, wholeNumber, writeQuery } from '#contract/parameters/query.ts'
import { type Grouping, groupings } from '#contract/vocabulary.ts'
import { readValid, searchOf, unknownNames } from '#features/list/search-params/read-params.ts'
import { secondsOf } from '#lib/time/relative.ts'
import { resolveSince } from '#lib/time/relative-time.ts'
import { defaultPageSize } from '#table/pages.ts'
import { labelOf } from '../filters/filter-labels.ts'
import { filterLabels } from '../filters/labels.ts'
import { typeLabels } from '../labels.ts'

export type ListType = 'sast' | 'sca' | 'secrets'

/** The state of a findings list in the URL. */
export interface ListState {
  type: ListType
  /** The filter in API form: instants in epoch seconds. */
  filter: FindingFilter
  /** Relative times in the URL that replace instants. */
  relativeTimes: { [Name in MomentFilter]?: string | undefined }
  /** The id of a filter that is too long for a URL and is stored by the service. */
  storedFilterId: string | undefined
  /**
   * The filter in the URL in addition to the stored one; set once the stored filter has been read and `filter` combines
   * both.
   */
  addedFilter?: FindingFilter | undefined
  /** The sort in API form; undefined for the default sort. */
  sort: FindingsQuery['sort'] | undefined
  page: number
  pageSize: number
  /** The list continues after this finding, instead of a page number. */
  after: number | undefined
  /** The finding whose detail is open next to the list. */
  open: number | undefined
  /** The grouping of the rows. */
  group: Grouping | undefined
  /** The visible columns, in order; undefined for the default ones. */
  columns: readonly string[] | undefined
  /** The saved view that was opened; the state may differ from it since. */
  view: string | undefined
}

/** The sort of a list without one in its URL: most severe first, then newest. The API's own default is by age. */
export const defaultSort = '-severity'

/** All search params of a list, in the order in which they are written. One schema reads and writes them. */
const shape = {
  ...findingFilter,
  filter: findingsQuery.filter,
  sort: findingsQuery.sort,
  page: findingsQuery.page,
  page_size: findingsQuery.page_size,
  after: findingsQuery.after,
  open: wholeNumber(0, 4294967295),
  group: enumValue(groupings),
  columns: texts,
  view: text(64),
} as const

const filterNames = Object.keys(findingFilter).filter(
  (name): name is keyof FindingFilter => name in findingFilter,
)
/** Reads a URL. Invalid params are omitted and reported as sentences: an invalid URL never breaks the page. */
export function readListState(
  type: ListType,
  search: URLSearchParams,
): { state: ListState; dropped: string[] } {
  const relativeTimes: ListState['relativeTimes'] = {}
  const pairs: [string, string][] = []
  for (const [name, value] of search) {
    const relative = isMomentFilter(name) && secondsOf(value) !== undefined
    if (relative) relativeTimes[name] = value
    pairs.push([name, relative ? String(resolveSince(value)) : value])
  }
  const { values, faults } = readValid(shape, pairs)
  const dropped = faults.map(({ parameter, detail }) => `${labelOf(parameter)}: ${detail}`)
  dropped.push(...unknownNames(shape, search))
  const filter: FindingFilter = {}
  for (const name of filterNames) {
    const value = values[name]
    if (value === undefined) continue
    // These have no effect when they are off.
    if ((name === 'primary_ref' || name === 'dedup') && value === false) continue
    if (appliesToType(name, type)) Object.assign(filter, { [name]: value })
    else dropped.push(filterLabels.doesNotApply(labelOf(name), typeLabels[type].inSentence))
  }
  const { sort, page = 0, page_size: pageSize = defaultPageSize, after, open, group, columns, view } = values
  // A shorter form of the contract's `groupsBy`: this is read before the rows are requested.
  const fits =
    group === 'upgrade'
      ? type === 'sca'
      : group === 'secret'
        ? type === 'secrets'
        : group === undefined || appliesToType(group, type)
  if (!fits) dropped.push(filterLabels.doesNotApply(labelOf('group'), typeLabels[type].inSentence))
  const orders = sort === defaultSort || (type !== 'sca' && sort?.endsWith('epss')) ? undefined : sort
  return {
    state: {
      ...{ type, filter, relativeTimes, storedFilterId: values.filter, sort: orders, page, pageSize, after },
      ...{ open, group: fits ? group : undefined, columns, view },
    },
    dropped: [...new Set(dropped)],
  }
}

/** Writes the URL that `readListState` reads back to the same state; defaults are omitted. */
export function writeListState(state: ListState): string {
  const { relativeTimes, storedFilterId, sort, page, pageSize, after, open, group, columns, view } = state
  const filter = state.addedFilter ?? state.filter
  const written = writeQuery(shape, {
    ...filter,
    ...relativeTimes,
    filter: storedFilterId,
    sort,
    page: page === 0 || after !== undefined ? undefined : page,
    page_size: pageSize === defaultPageSize ? undefined : pageSize,
    after,
    open,
    group,
    columns: columns && [...columns],
    view,
  })
  return searchOf(written)
}

/** Returns the list request of a URL state. */
export function requestOf(state: ListState): ListQuery {
  const { type, storedFilterId, sort, page, pageSize, after } = state
  return {
    issue_type: type,
    ...(state.addedFilter ?? state.filter),
    ...(storedFilterId === undefined ? {} : { filter: storedFilterId }),
    sort: sort ?? defaultSort,
    ...(after === undefined ? { page } : { after }),
    page_size: pageSize,
    include: ['marks'],
  }
}

/** Returns the state with another sort, from its first row. An unknown sort changes nothing. */
export function withSort(state: ListState, sort: string): ListState {
  const { values } = readQuery({ sort: shape.sort }, [['sort', sort]])
  if (values.sort === undefined) return state
  return { ...state, sort: values.sort === defaultSort ? undefined : values.sort, page: 0, after: undefined }
}

/** Whether any filter is active. */
export function isFiltered(state: ListState): boolean {
  return state.storedFilterId !== undefined || Object.keys(state.filter).length > 0
}

/** A change of the filter; undefined removes a parameter. Relative times are included separately. */
export type FilterPatch = { [K in keyof FindingFilter]?: FindingFilter[K] } & {
  relativeTimes?: ListState['relativeTimes'] | undefined
}

/** Returns the state with another filter, on its first page, because the rows of the current page may move. */
export function withFilter(state: ListState, { relativeTimes, ...patch }: FilterPatch): ListState {
  const filter: FindingFilter = {}
  for (const name of filterNames) {
    const value = name in patch ? patch[name] : state.filter[name]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    Object.assign(filter, { [name]: value })
  }
  const next = { ...state.relativeTimes }
  for (const name of momentFilters) {
    if (name in patch) delete next[name]
    const word = relativeTimes?.[name]
    if (word !== undefined) next[name] = word
  }
  // A stored filter that was read is completely in `filter`; once changed, it no longer is the stored one.
  const storedFilterId = state.addedFilter ? undefined : state.storedFilterId
  return {
    ...state,
    filter,
    relativeTimes: next,
    storedFilterId,
    addedFilter: undefined,
    page: 0,
    after: undefined,
  }
}

/** Returns the values of a parameter as texts; a single-value parameter has one. */
export function valuesOf(filter: FindingFilter, name: keyof FindingFilter): string[] {
  const value = filter[name]
  if (value === undefined) return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

/** Returns the state with these values of a parameter; none removes it. Invalid values are omitted. */
export function withValues(state: ListState, name: keyof FindingFilter, texts: readonly string[]): ListState {
  const { values } = readQuery(
    findingFilter,
    texts.map((text) => [`${name}[]`, text] as const),
  )
  return withFilter(state, { [name]: undefined, ...values })
}

/** Returns the state with a value added, or removed if it was set. */
export function withToggled(state: ListState, name: keyof FindingFilter, value: string): ListState {
  const present = valuesOf(state.filter, name)
  const next = present.includes(value) ? present.filter((one) => one !== value) : [...present, value]
  return withValues(state, name, next)
}

/** Returns the state without filters; sort and page size stay. */
export function withoutFilter(state: ListState): ListState {
  const none = { storedFilterId: undefined, addedFilter: undefined, page: 0, after: undefined }
  return { ...state, filter: {}, relativeTimes: {}, ...none }
}
