import type { QueryClient } from '@tanstack/react-query'

/** Returns the options of a cache write that keep the query's age and its invalidation. */
export function preserveUpdatedAt(client: QueryClient, queryKey: readonly unknown[]): { updatedAt?: number } {
  const state = client.getQueryState(queryKey)
  if (!state) return {}
  // Writing to a query clears its invalidation. An `updatedAt` long in the past has the same effect as one.
  return { updatedAt: state.isInvalidated ? 1 : state.dataUpdatedAt }
}
