import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LiveState } from '#api/events/follow.ts'
import { shareEvents } from '#api/events/share.ts'
import { createStaleness } from '#api/events/stale.ts'

const faces = {
  live: {
    word: 'Live',
    hint: 'What others change shows here by itself',
    shape: 'rounded-full bg-current text-ok',
  },
  reconnecting: {
    word: 'Reconnecting…',
    hint: 'What others change does not show until the service answers again',
    shape: 'rounded-full border-2 border-current text-caution',
  },
  off: {
    word: 'Off',
    hint: 'This service does not tell what others change; reload to see it',
    shape: 'h-0.5 bg-current',
  },
} as const satisfies Record<LiveState, object>

interface LiveIndicatorProps {
  slug: string
  /** The change that the page began with. */
  shown: number | undefined
}

/** Keeps the page up to date with what others do, and says whether it is. */
export function LiveIndicator({ slug, shown }: LiveIndicatorProps) {
  const client = useQueryClient()
  // Only what the page began with counts: later answers know less of the lists that were there before them.
  const begun = useRef(shown)
  const [state, setState] = useState<LiveState>('reconnecting')
  useEffect(() => {
    const staleness = createStaleness(client, slug)
    const stop = shareEvents({
      deployment: slug,
      shown: begun.current,
      onEvent: staleness.take,
      onState: setState,
    })
    return () => {
      stop()
      staleness.stop()
    }
  }, [client, slug])
  const { word, hint, shape } = faces[state]
  return (
    <span
      role="status"
      aria-label={`Updates: ${word}`}
      data-hint={hint}
      className="flex items-center gap-1.5 px-2 text-sm text-2"
    >
      <span aria-hidden className={`inline-block w-2 ${state === 'off' ? '' : 'h-2'} ${shape}`} />
      <span className="max-sm:sr-only">{word}</span>
    </span>
  )
}
