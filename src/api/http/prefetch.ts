import type { Operation } from '#contract/operation.ts'
import { urlOf } from './url.ts'

// What a page is known to need is requested while its code is still on its way. The first call with the same address
// takes the answer; nothing is kept that nobody takes.

const requests = new Map<string, { answer: Promise<Response>; at: number }>()

/** An answer older than this, in milliseconds, is no answer to a question asked now. */
const maxAge = 10_000

/** Asks early for what `call` will ask for with the same operation, path and query. Only for GET without headers. */
export function prefetch(
  operation: Operation,
  path: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
): void {
  const address = urlOf(operation, path, query)
  const answer = fetch(address, { ...common, headers: { accept: accepted } })
  // Whoever takes it hears of the failure; if nobody does, it is nobody's.
  answer.catch(() => undefined)
  requests.set(address, { answer, at: performance.now() })
}

/**
 * What every call has. Without `no-cache` a browser answers what a page asks after Back or Forward from its cache,
 * unasked: old rows, and another person's after signing out.
 */
export const common = { credentials: 'same-origin', cache: 'no-cache' } as const

/** What every call says it reads. */
export const accepted = 'application/json, application/problem+json'

/** The answer that is on its way from this address, once. */
export function takePrefetched(address: string): Promise<Response> | undefined {
  const request = requests.get(address)
  requests.delete(address)
  return request && performance.now() - request.at < maxAge ? request.answer : undefined
}
