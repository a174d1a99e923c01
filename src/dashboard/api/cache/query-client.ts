import { type Mutation, MutationCache, type Query, QueryClient } from '@tanstack/react-query'
import type { Operation, Resource } from '#contract/operation.ts'
import { ApiError, explain } from '../http/errors.ts'
import { staleTimes } from './stale-times.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** True for a list whose rows do not move after triage: it is refetched only on demand. */
      holdsRows?: boolean
    }
    mutationMeta: {
      /** The resources that a success invalidates, from the contract. */
      stale?: readonly Resource[]
    }
  }
}

/** Returns the `meta` of an operation's mutation: every mutation of the API has it. */
export function metaOf(operation: Operation) {
  return { stale: operation.stale ?? [] }
}

const tries = 2

/** Retries only errors that may be temporary. */
function retry(count: number, error: Error): boolean {
  const { kind, status } = explain(error)
  if (!(error instanceof ApiError)) return false
  return count < tries && (kind === 'offline' || (kind === 'failed' && status !== 500))
}

function retryDelay(count: number, error: Error): number {
  const { retryAfter } = explain(error)
  return retryAfter === undefined ? 500 * 2 ** count : Math.min(retryAfter, 10) * 1000
}

/** Errors after which the state of the service is also unknown. */
const uncertain = new Set(['offline', 'failed', 'conflict', 'missing'])

function holdsRows(query: Query): boolean {
  return query.meta?.holdsRows === true
}

/**
 * Invalidates queries: visible ones are refetched, lists with `holdsRows` only when they are next opened. `concerns`
 * excludes queries by key.
 */
export function makeStale(
  client: QueryClient,
  resources: readonly Resource[],
  concerns: (queryKey: readonly unknown[]) => boolean = () => true,
): void {
  for (const resource of resources) {
    const queryKey = [resource]
    void client.invalidateQueries({
      queryKey,
      predicate: (query) => !holdsRows(query) && concerns(query.queryKey),
    })
    void client.invalidateQueries({ queryKey, predicate: holdsRows, refetchType: 'none' })
  }
}

/** The time without another write of the same scope, in milliseconds, after which a person has paused. */
const refetchDelay = 300

/**
 * Collects the invalidations of consecutive writes of one scope until shortly after the last: a hundred triages in a
 * row then request the counts once, and none of them waits for a count.
 */
function createStaleAfter(client: QueryClient) {
  const collected = new Map<string, Set<Resource>>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  return (mutation: Mutation<unknown, unknown, unknown>, stale: readonly Resource[]) => {
    const scope = mutation.options.scope?.id
    if (scope === undefined) return makeStale(client, stale)
    const resources = collected.get(scope) ?? new Set()
    for (const resource of stale) resources.add(resource)
    collected.set(scope, resources)
    const refetch = () => {
      if (client.isMutating({ predicate: (other) => other.options.scope?.id === scope }) > 0) return
      collected.delete(scope)
      makeStale(client, [...resources])
    }
    // Queries opened within that time are fetched at once.
    for (const resource of stale) void client.invalidateQueries({ queryKey: [resource], refetchType: 'none' })
    clearTimeout(timers.get(scope))
    timers.set(scope, setTimeout(refetch, refetchDelay))
  }
}

/**
 * Creates the query cache. Invalidations of a write are read from its `meta` and applied only here: visible queries are
 * refetched, lists with `holdsRows` only when they are next opened.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // A local service responds without a network, so the browser's "offline" state is ignored.
      queries: { networkMode: 'always', staleTime: staleTimes.changing, retry, retryDelay },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSettled: (_answer, error, _variables, _result, mutation) => {
        const isRejected = error !== null && !uncertain.has(explain(error).kind)
        staleAfter(mutation, isRejected ? [] : (mutation.meta?.stale ?? []))
      },
    }),
  })
  const staleAfter = createStaleAfter(client)
  return client
}

/** Refetches visible queries that failed, once the cause is resolved. */
export function refetchFailed(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
}
