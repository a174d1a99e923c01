import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useState } from 'react'

interface Page {
  cursor: string
  hasMore: boolean
}

/** What stands under a line that is open, page by page. */
export interface Branch<P> {
  pages: readonly P[]
  /** Nothing has come yet. */
  pending: boolean
  fetching: boolean
  error: Error | undefined
  /** Asks for the page after; undefined where all are there. */
  more: (() => void) | undefined
  retry: () => void
}

const first = ['0']

/**
 * The pages under every line that is open, each asked for once it is opened, the next ones on demand.
 * @param question what the list answers: another question begins each line again.
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
