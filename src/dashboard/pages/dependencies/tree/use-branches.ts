import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useState } from 'react'

interface Page {
  cursor: string
  hasMore: boolean
}

/** The loaded pages of the rows under an open row. */
export interface Branch<P> {
  pages: readonly P[]
  /** No page has loaded yet. */
  pending: boolean
  fetching: boolean
  error: Error | undefined
  /** Loads the next page; undefined if all pages are loaded. */
  more: (() => void) | undefined
  retry: () => void
}

const first = ['0']

/**
 * Loads the first page of every open row when it opens, and further pages on demand.
 * @param question the query of the list: a new query reloads each row from its first page.
 */
export function useBranches<P extends Page, K extends readonly unknown[]>(
  question: string,
  keys: readonly string[],
  optionsOf: (key: string, cursor: string) => UseQueryOptions<P, Error, P, K>,
) {
  const [previous, setPrevious] = useState<{
    question: string
    cursors: Readonly<Record<string, readonly string[]>>
  }>({ question, cursors: {} })
  const cursors = previous.question === question ? previous.cursors : {}
  const requested = keys.flatMap((key) => (cursors[key] ?? first).map((cursor) => ({ key, cursor })))
  const answers = useQueries({ queries: requested.map(({ key, cursor }) => optionsOf(key, cursor)) })

  const branchOf = (key: string): Branch<P> => {
    const own = answers.filter((_, at) => requested[at]?.key === key)
    const pages = own.flatMap(({ data }) => data ?? [])
    const failed = own.find(({ error }) => error)
    const last = own.at(-1)?.data
    const next = last?.hasMore ? last.cursor : undefined
    return {
      pages,
      pending: own.some(({ isPending }) => isPending),
      fetching: own.some(({ isFetching }) => isFetching),
      error: failed?.error ?? undefined,
      more:
        next === undefined
          ? undefined
          : () =>
              setPrevious({ question, cursors: { ...cursors, [key]: [...(cursors[key] ?? first), next] } }),
      retry: () => void failed?.refetch(),
    }
  }
  return { branchOf, refetch: () => Promise.all(answers.map((answer) => answer.refetch())) }
}
