import { useMemo } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { type QueryShape, type QueryValues, writeQuery } from '#contract/parameters/query.ts'
import type { Change } from '#table/history-entries.ts'
import { readValid, searchOf, unknownNames } from './read-params.ts'
import { useNavigateSearch } from './use-navigate-search.ts'

/**
 * What a URL says by a page's shape, the schema by which the service reads the request. What it says wrong is left
 * out, with a sentence about it: a broken address never breaks the page.
 * @param labels the parameters in words.
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

/** Changes some parameters of the URL; undefined or an empty list takes one off. */
export type ChangeSearch<S extends QueryShape> = (patch: QueryValues<S>, how: Change) => void

/**
 * The state of a page, read from the URL and written to nowhere else.
 * @param shape declared at module scope. A change of anything but `page` itself and what `unrelatedNames` has goes to page 0.
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
    /** The history entry that is shown, and how it was come to. */
    entry: key,
    how,
  }
}

/** The values of a list with one more, or without it where it is there; undefined for none. */
export function toggled<T>(present: readonly T[] | undefined, value: T): T[] | undefined {
  const values = present ?? []
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  return next.length === 0 ? undefined : next
}
