import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LiveState } from '#api/events/follow.ts'
import { shareEvents } from '#api/events/share.ts'
import { createStaleTracker } from '#api/events/stale.ts'
import { fetchReachable } from '#api/session.ts'
import { menuLabels } from '../menu-labels.ts'

const faces = {
  connecting: {
    ...menuLabels.live.connecting,
    tone: 'text-2',
    shape: 'rounded-full border-2 border-current',
  },
  live: {
    ...menuLabels.live.live,
    tone: 'text-ok',
    shape: 'solid rounded-full bg-current',
  },
  reconnecting: {
    ...menuLabels.live.reconnecting,
    tone: 'text-caution',
    shape: 'rounded-full border-2 border-current',
  },
  off: {
    ...menuLabels.live.off,
    tone: 'text-2',
    shape: 'solid h-0.5 bg-current',
  },
} as const satisfies Record<LiveState, object>

interface LiveIndicatorProps {
  slug: string
  /** The change id of the page's initial data. */
  shown: number | undefined
}

/** Keeps the page up to date with changes by others, and shows whether it is. */
export function LiveIndicator({ slug, shown }: LiveIndicatorProps) {
  const client = useQueryClient()
  // Only the initial id counts: later responses may be newer than the lists loaded before them.
  const begun = useRef(shown)
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    const staleness = createStaleTracker(client, slug)
    const stop = shareEvents({
      deployment: slug,
      shown: begun.current,
      onEvent: staleness.take,
      onState: (next) => {
        setState(next)
        // A page without requests notices only here that the service has stopped.
        if (next === 'reconnecting') void fetchReachable()
      },
    })
    return () => {
      stop()
      staleness.stop()
    }
  }, [client, slug])
  const { word, hint, tone, shape } = faces[state]
  return (
    <span
      role="status"
      aria-label={menuLabels.live.name(word)}
      data-hint={hint}
      className={`flex items-center gap-1.5 px-2 text-sm ${tone}`}
    >
      <span aria-hidden className={`inline-block w-2 ${state === 'off' ? '' : 'h-2'} ${shape}`} />
      <span className="max-sm:sr-only">{word}</span>
    </span>
  )
}
