import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { findingOptions } from '#api/findings/findings.ts'

/** The delay, in milliseconds, that skips rows passed while a key is held down. */
const delay = 40

/** Prefetches the details next to the open one, so that stepping shows each at once. */
export function usePrefetchNeighbors(
  deployment: string,
  rows: readonly Finding[],
  openId: string | undefined,
): void {
  const client = useQueryClient()
  const walked = useRef<{ at: number; way: 1 | -1 }>(undefined)
  useEffect(() => {
    const at = rows.findIndex(({ id }) => String(id) === openId)
    if (openId === undefined || at < 0) {
      walked.current = undefined
      return undefined
    }
    const before = walked.current
    // Before the first step: people step forward more often than back.
    const way = before === undefined || at === before.at ? (before?.way ?? 1) : at > before.at ? 1 : -1
    walked.current = { at, way }
    const prefetch = (step: number) => {
      const row = rows[at + step]
      if (row) void client.prefetchQuery(findingOptions(deployment, row.id))
    }
    // The next one is prefetched without delay: the next step would request it anyway.
    prefetch(way)
    const timer = setTimeout(() => [2 * way, 3 * way, -way].forEach(prefetch), delay)
    return () => clearTimeout(timer)
  }, [client, deployment, rows, openId])
}
