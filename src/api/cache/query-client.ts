import { type Mutation, MutationCache, type Query, QueryClient } from '@tanstack/react-query'
import type { Operation, Resource } from '#contract/operation.ts'
import { ApiError, explain } from '../http/errors.ts'
import { staleTimes } from './stale-times.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** True for a list whose rows stay where they are when a person decides: it is asked again only on purpose. */
      holdsRows?: boolean
    }
    mutationMeta: {
      /** What a success makes stale, from the contract. */
      stale?: readonly Resource[]
    }
  }
}

/** The `meta` of an operation's mutation: every mutation of the API carries it. */
export function metaOf(operation: Operation) {
  return { stale: operation.stale ?? [] }
}

const tries = 2

/** Only what may pass by itself is tried again. */
function retry(count: number, error: Error): boolean {
  const { kind, status } = explain(error)
  if (!(error instanceof ApiError)) return false
  return count < tries && (kind === 'offline' || (kind === 'failed' && status !== 500))
}

function retryDelay(count: number, error: Error): number {
  const { retryAfter } = explain(error)
  return retryAfter === undefined ? 500 * 2 ** count : Math.min(retryAfter, 10) * 1000
}

/** After these, too, nobody knows what stands in the service now. */
const uncertain = new Set(['offline', 'failed', 'conflict', 'missing'])

function holdsRows(query: Query): boolean {
  return query.meta?.holdsRows === true
}

/**
 * Declares answers stale: those on screen are requested again, lists that hold their rows only when they are next opened.
 * `concerns` leaves answers out by their key.
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

/** So long no other write of its scope follows, in milliseconds: then a person has come to a stop. */
const refetchDelay = 300

/**
 * Collects what writes of one scope, sent one after the other, make stale until a moment after the last: a hundred
 * decisions in a row then ask for the counts once, and none of them waits behind a count.
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
    // What is opened within that moment is requested then.
    for (const resource of stale) void client.invalidateQueries({ queryKey: [resource], refetchType: 'none' })
    clearTimeout(timers.get(scope))
    timers.set(scope, setTimeout(refetch, refetchDelay))
  }
}

/**
 * The one cache of answers. What a write makes stale is read from its `meta` and applied here and nowhere else:
 * answers that are on screen are requested again, lists that hold their rows only when they are next opened.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // A service on this machine answers without a network, so the browser's word for "offline" decides nothing.
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

/** Asks again for what is on screen and failed, once its cause is gone. */
export function refetchFailed(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
}
