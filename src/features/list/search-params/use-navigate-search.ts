import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { type Change, type LastChoice, replacesEntry } from '#table/history-entries.ts'

interface Extra {
  /** How many rows stand before the first one, for a list that goes on after a row. */
  start?: number | undefined
}

interface ChangeOptions<S> {
  state: S
  /** The query string that says a state. */
  write: (state: S) => string
  /** A state whose address is a short one, for a URL that grew too long; undefined where it may stay. */
  shorten?: ((state: S, search: string) => Promise<S> | undefined) | undefined
}

/**
 * Changes what the URL says: a person's choice makes a new history entry, choices in one group within seconds are one,
 * typing writes over the entry.
 */
export function useNavigateSearch<S>(options: ChangeOptions<S>) {
  const { state } = options
  const { key } = useLocation()
  const navigate = useNavigate()
  const how = useNavigationType()
  // Two changes may come before the URL follows the first; the second builds on it all the same.
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
  // The same function for good, so that what is handed it is not rendered again for it.
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
        // Changed again meanwhile: that change goes on from this one.
        if (newest.current === next) go(write(shortened))
      })
    },
    [navigate],
  )
}
