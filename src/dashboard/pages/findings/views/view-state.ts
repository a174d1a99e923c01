import type { View } from '#contract/responses/views.ts'
import type { ViewPage } from '#contract/vocabulary.ts'
import { defaultPageSize } from '#table/pages.ts'
import { type ListState, type ListType, readListState, writeListState } from '../list/list-state.ts'

const pages: Record<ListType, ViewPage> = { sast: 'code', sca: 'supply-chain', secrets: 'secrets' }

/** Returns the page of a type of findings, as saved views name it. */
export function pageOf(type: ListType): ViewPage {
  return pages[type]
}

/** The saved state of a list. */
type SavedState = Pick<View, 'query' | 'columns' | 'sort' | 'group' | 'page_size'>

/** Returns the state that a view saves: filter, columns, sort, grouping and page size. Relative times stay relative. */
export function savedStateOf(state: ListState) {
  const filterAlone: ListState = {
    ...state,
    ...{ sort: undefined, page: 0, pageSize: defaultPageSize, after: undefined, open: undefined },
    ...{ group: undefined, columns: undefined, view: undefined },
  }
  return {
    query: writeListState(filterAlone),
    columns: state.columns ? [...state.columns] : null,
    sort: state.sort ?? null,
    group: state.group ?? null,
    page_size: state.pageSize === defaultPageSize ? null : state.pageSize,
  } satisfies SavedState
}

/** Returns the list state of a view. */
export function stateOf(type: ListType, view: SavedState & { id: string }): ListState {
  const search = new URLSearchParams(view.query)
  const { columns, sort, group, page_size } = view
  for (const column of columns ?? []) search.append('columns[]', column)
  if (sort !== null) search.set('sort', sort)
  if (group !== null) search.set('group', group)
  if (page_size !== null) search.set('page_size', String(page_size))
  search.set('view', view.id)
  return readListState(type, search).state
}

/** Serializes a list for comparison with its view: the order of filter values is ignored, that of columns is not. */
function compared(state: ListState): string {
  const { query: _, columns, ...shown } = savedStateOf(state)
  const comparedFilter = state.addedFilter ?? state.filter
  const filter = { ...comparedFilter, ...state.relativeTimes }
  return JSON.stringify([filter, state.storedFilterId, columns?.join('\n'), shown], (_, value) =>
    Array.isArray(value) && typeof value[0] === 'string' ? value.toSorted() : value,
  )
}

/** Whether the list differs from its view. Page and open finding are not part of a view. */
export function isEdited(state: ListState, view: SavedState & { id: string }): boolean {
  return compared(state) !== compared(stateOf(state.type, view))
}

/** Returns the query string of a view's list. */
export function searchOf(type: ListType, view: SavedState & { id: string }): string {
  return writeListState(stateOf(type, view))
}
