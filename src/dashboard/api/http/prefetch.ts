import type { Operation } from '#contract/operation.ts'
import { urlOf } from './url.ts'

// Data that a page is known to need is requested while its code loads. The first call with the same URL takes the
// response; responses that are never taken are discarded.

const requests = new Map<string, { answer: Promise<Response>; at: number }>()

/** The maximum age of a prefetched response, in milliseconds. */
const maxAge = 10_000

/** Prefetches what `call` will request with the same operation, path and query. Only for GET without headers. */
export function prefetch(
  operation: Operation,
  path: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
): void {
  const address = urlOf(operation, path, query)
  const answer = fetch(address, { ...common, headers: { accept: accepted } })
  // The call that takes the response handles an error; otherwise it is ignored.
  answer.catch(() => undefined)
  requests.set(address, { answer, at: performance.now() })
}

/**
 * The options of every call. Without `no-cache` a browser may respond from its cache without revalidation after Back or
 * Forward: with old rows, or another person's after signing out.
 */
export const common = { credentials: 'same-origin', cache: 'no-cache' } as const

/** The `Accept` header of every call. */
export const accepted = 'application/json, application/problem+json'

/** Returns the prefetched response of this URL, once. */
export function takePrefetched(address: string): Promise<Response> | undefined {
  const request = requests.get(address)
  requests.delete(address)
  return request && performance.now() - request.at < maxAge ? request.answer : undefined
}
