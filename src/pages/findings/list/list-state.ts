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

/** What the URL of a list of findings says. */
export interface ListState {
  type: ListType
  /** The filter as the service takes it: instants in epoch seconds. */
  filter: FindingFilter
  /** The relative words that stand in the URL in place of instants. */
  relativeTimes: { [Name in MomentFilter]?: string | undefined }
  /** A filter too long for a URL, kept by the service. */
  storedFilterId: string | undefined
  /** What the URL says beside the kept filter, once that is read and `filter` is both together. */
  addedFilter?: FindingFilter | undefined
  /** As the API writes it; undefined for the usual order. */
  sort: FindingsQuery['sort'] | undefined
  page: number
  pageSize: number
  /** The list goes on after this finding, in place of a page. */
  after: number | undefined
  /** The finding whose detail stands beside the list. */
  open: number | undefined
  /** What the rows are put together by. */
  group: Grouping | undefined
  /** The columns that are shown, in their order; undefined for the usual ones. */
  columns: readonly string[] | undefined
  /** The saved view that was opened, which the rest may have left since. */
  view: string | undefined
}

/** The order of a list whose address says none: the worst first, of those the newest. The API's own order is by age. */
export const defaultSort = '-severity'

/** Everything that may stand in the URL, in the order in which it is written there. One schema reads and writes. */
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
/**
 * Reads a URL. What it says wrong is left out, with a sentence about it: a broken address never breaks the page.
 */
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
    // These say nothing when they are off.
    if ((name === 'primary_ref' || name === 'dedup') && value === false) continue
    if (appliesToType(name, type)) Object.assign(filter, { [name]: value })
    else dropped.push(filterLabels.doesNotApply(labelOf(name), typeLabels[type].inSentence))
  }
  const { sort, page = 0, page_size: pageSize = defaultPageSize, after, open, group, columns, view } = values
  // What `groupsBy` of the contract says, in fewer words: this is read before the rows are requested.
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

/** Writes the URL that `readListState` reads back the same; what is as usual writes nothing. */
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

/** The request for the list that a URL shows. */
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

/** The state in another order, from its first row. An order that the list does not know changes nothing. */
export function withSort(state: ListState, sort: string): ListState {
  const { values } = readQuery({ sort: shape.sort }, [['sort', sort]])
  if (values.sort === undefined) return state
  return { ...state, sort: values.sort === defaultSort ? undefined : values.sort, page: 0, after: undefined }
}

/** Whether anything is filtered at all. */
export function isFiltered(state: ListState): boolean {
  return state.storedFilterId !== undefined || Object.keys(state.filter).length > 0
}

/** A change of the filter; undefined takes a parameter off. Relative words go beside it. */
export type FilterPatch = { [K in keyof FindingFilter]?: FindingFilter[K] } & {
  relativeTimes?: ListState['relativeTimes'] | undefined
}

/** The state with another filter: on its first page, since what stood on this one stands elsewhere now. */
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
  // A kept filter that was read stands in `filter` whole; what is changed then is no longer the kept one.
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

/** The values of one parameter as texts; a parameter that takes one value has one text. */
export function valuesOf(filter: FindingFilter, name: keyof FindingFilter): string[] {
  const value = filter[name]
  if (value === undefined) return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

/** The state with these values of one parameter, none to take it off. What the parameter does not take is left out. */
export function withValues(state: ListState, name: keyof FindingFilter, texts: readonly string[]): ListState {
  const { values } = readQuery(
    findingFilter,
    texts.map((text) => [`${name}[]`, text] as const),
  )
  return withFilter(state, { [name]: undefined, ...values })
}

/** The state with one value more, or without it where it is there. */
export function withToggled(state: ListState, name: keyof FindingFilter, value: string): ListState {
  const present = valuesOf(state.filter, name)
  const next = present.includes(value) ? present.filter((one) => one !== value) : [...present, value]
  return withValues(state, name, next)
}

/** The state without any filter; order and page size stay. */
export function withoutFilter(state: ListState): ListState {
  const none = { storedFilterId: undefined, addedFilter: undefined, page: 0, after: undefined }
  return { ...state, filter: {}, relativeTimes: {}, ...none }
}
