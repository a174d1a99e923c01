import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Finding } from '#api/dialects.ts'
import { findingOptions } from '#api/findings.ts'

/** A person goes on more often than back. */
const steps = [1, 2, -1]
/** A key that is held down passes by rows that nobody reads, in milliseconds. */
const rest = 40

/** Asks for the details around the one that is open, so that walking shows each at once. */
export function useNeighbours(
  deployment: string,
  rows: readonly Finding[],
  openId: string | undefined,
): void {
  const client = useQueryClient()
  useEffect(() => {
    const at = rows.findIndex(({ id }) => String(id) === openId)
    if (openId === undefined || at < 0) return undefined
    const timer = setTimeout(() => {
      for (const step of steps) {
        const row = rows[at + step]
        if (row) void client.prefetchQuery(findingOptions(deployment, row.id))
      }
    }, rest)
    return () => clearTimeout(timer)
  }, [client, deployment, rows, openId])
}
