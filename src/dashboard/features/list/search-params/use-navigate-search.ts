import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { type Change, type LastChoice, replacesEntry } from '#table/history-entries.ts'

interface Extra {
  /** The number of rows before the first one, for a list that continues after a row. */
  start?: number | undefined
}

interface ChangeOptions<S> {
  state: S
  /** Returns the query string of a state. */
  write: (state: S) => string
  /** Returns a state with a shorter URL if the URL is too long; undefined if it may stay. */
  shorten?: ((state: S, search: string) => Promise<S> | undefined) | undefined
}

/**
 * Changes the state in the URL: a choice adds a history entry, choices of one group within seconds share an entry, and
 * typing replaces the entry.
 */
export function useNavigateSearch<S>(options: ChangeOptions<S>) {
  const { state } = options
  const { key } = useLocation()
  const navigate = useNavigate()
  const how = useNavigationType()
  // Two changes may follow each other before the URL updates; the second must build on the first.
  const newest = useRef(state)
  const last = useRef<LastChoice>(undefined)
  useEffect(() => {
    newest.current = state
  }, [state])
  useEffect(() => {
    if (how === 'POP' && key) last.current = undefined
  }, [how, key])

  const latest = useRef(options)
  latest.current = options
  // A stable function, so that components that receive it do not rerender.
  return useCallback(
    (update: (state: S) => S, how: Change, extra: Extra = {}) => {
      const { write, shorten } = latest.current
      const next = update(newest.current)
      const search = write(next)
      if (search === write(newest.current)) return
      newest.current = next
      const now = Date.now()
      const replace = replacesEntry(how, last.current, now)
      last.current = how.kind === 'choice' ? { group: how.group, at: now } : undefined
      const go = (search: string) =>
        void navigate(
          { search: search && `?${search}` },
          {
            replace,
            preventScrollReset: true,
            state: extra.start === undefined ? null : { start: extra.start },
          },
        )
      const short = shorten?.(next, search)
      if (!short) return go(search)
      void short.then((shortened) => {
        // If the state changed again meanwhile, that change handles the URL.
        if (newest.current === next) go(write(shortened))
      })
    },
    [navigate],
  )
}
