import type { QueryClient } from '@tanstack/react-query'

/** What a write of ours into an answer says of its age: as old as it was, and stale if it had been declared so. */
export function preserveUpdatedAt(client: QueryClient, queryKey: readonly unknown[]): { updatedAt?: number } {
  const state = client.getQueryState(queryKey)
  if (!state) return {}
  // Writing to an answer takes the mark "stale" off it. An instant long past has the same effect.
  return { updatedAt: state.isInvalidated ? 1 : state.dataUpdatedAt }
}
