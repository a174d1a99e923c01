import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { findingOptions } from '#api/findings/findings.ts'

/** A key that is held down passes by rows that nobody reads, in milliseconds. */
const delay = 40

/** Asks for the details around the one that is open, so that walking shows each at once. */
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
    // Nobody has walked yet: a person goes on more often than back.
    const way = before === undefined || at === before.at ? (before?.way ?? 1) : at > before.at ? 1 : -1
    walked.current = { at, way }
    const prefetch = (step: number) => {
      const row = rows[at + step]
      if (row) void client.prefetchQuery(findingOptions(deployment, row.id))
    }
    // The next one waits for no rest: a walk that goes on opens it, and would ask for it then.
    prefetch(way)
    const timer = setTimeout(() => [2 * way, 3 * way, -way].forEach(prefetch), delay)
    return () => clearTimeout(timer)
  }, [client, deployment, rows, openId])
}
