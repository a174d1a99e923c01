import { useMemo } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { type QueryShape, type QueryValues, writeQuery } from '#contract/parameters/query.ts'
import type { Change } from '#table/history-entries.ts'
import { readValid, searchOf, unknownNames } from './read-params.ts'
import { useNavigateSearch } from './use-navigate-search.ts'

/**
 * Reads a URL by a page's shape, the same schema that the service uses for the request. Invalid params are omitted and
 * reported as sentences: an invalid URL never breaks the page.
 * @param labels labels of the params.
 */
export function readSearchParams<const S extends QueryShape>(
  shape: S,
  search: URLSearchParams,
  labels: Partial<Record<string, string>> = {},
): { values: QueryValues<S>; dropped: string[] } {
  const { values, faults } = readValid(shape, [...search])
  const dropped = faults.map(({ parameter, detail }) => `${labels[parameter] ?? parameter}: ${detail}`)
  return { values, dropped: [...new Set([...dropped, ...unknownNames(shape, search)])] }
}

/** Changes some URL params; undefined or an empty list removes one. */
export type ChangeSearch<S extends QueryShape> = (patch: QueryValues<S>, how: Change) => void

/**
 * The state of a page, stored only in the URL.
 * @param shape declared at module scope. A change of anything except `page` and the names in `unrelatedNames` resets
 * the page to 0.
 */
export function useSearchState<const S extends QueryShape>(
  shape: S,
  {
    labels,
    unrelatedNames = [],
  }: { labels?: Partial<Record<string, string>>; unrelatedNames?: readonly string[] } = {},
) {
  const { search, key } = useLocation()
  const how = useNavigationType()
  const { values, dropped } = useMemo(
    () => readSearchParams(shape, new URLSearchParams(search), labels),
    [shape, search, labels],
  )
  const changeState = useNavigateSearch({
    state: values,
    write: (state: QueryValues<S>) => searchOf(writeQuery(shape, state)),
  })
  const change: ChangeSearch<S> = (patch, how) => {
    const keepsPage = Object.keys(patch).every((name) => name === 'page' || unrelatedNames.includes(name))
    changeState((now) => ({ ...now, ...(keepsPage ? {} : { page: undefined }), ...patch }), how)
  }
  return {
    values,
    dropped,
    change,
    /** The current history entry and how it was reached. */
    entry: key,
    how,
  }
}

/** Returns a list of values with one added, or removed if it was included; undefined if none is left. */
export function toggled<T>(present: readonly T[] | undefined, value: T): T[] | undefined {
  const values = present ?? []
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  return next.length === 0 ? undefined : next
}
