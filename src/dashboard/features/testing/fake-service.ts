import { onTestFinished, vi } from 'vitest'
import type { Operation } from '#contract/operation.ts'

/** A request to the fake service. */
export interface FakeRequest {
  query: URLSearchParams
  body: unknown
}

type Answer = object | Response
type Handle = (request: FakeRequest) => Answer | Promise<Answer>

/** Returns an error response in the service's format. */
export function problem(status: number, title: string, more: object = {}): Response {
  const headers = { 'content-type': 'application/problem+json' }
  return new Response(JSON.stringify({ status, title, detail: `${title}.`, ...more }), { status, headers })
}

function matcherOf({ method, path }: Operation): (method: string, pathname: string) => boolean {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  return (ofRequest, pathname) => ofRequest === method && pattern.test(pathname)
}

/**
 * Responds to requests in place of the service until the end of the test. Operations without a handler are not
 * implemented.
 */
export function fakeService() {
  const handlers: { operation: Operation; matches: ReturnType<typeof matcherOf>; handle: Handle }[] = []
  const requests: (FakeRequest & { operation: Operation })[] = []
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname, searchParams: query } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return others(input, init)
    const found = handlers.findLast(({ matches }) => matches(request.method, pathname))
    if (!found) return problem(501, 'Not built')
    const text = await request.text()
    const asked = { query, body: text === '' ? undefined : JSON.parse(text), operation: found.operation }
    requests.push(asked)
    const answer = await found.handle(asked)
    // An aborted request gets no response.
    init?.signal?.throwIfAborted()
    if (answer instanceof Response) return answer
    return Response.json(answer, { headers: { 'x-gatehouse': '1', date: new Date().toUTCString() } })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    /** Registers the handler of an operation. */
    on: (operation: Operation, handle: Handle) => {
      handlers.push({ operation, matches: matcherOf(operation), handle })
    },
    /** Returns the request bodies of an operation, in order. */
    sent: (operation: Operation) =>
      requests.flatMap((request) => (request.operation === operation ? [request.body] : [])),
    /** Returns the number of requests of an operation. */
    count: (operation: Operation) => requests.filter((request) => request.operation === operation).length,
  }
}
export type FakeService = ReturnType<typeof fakeService>

/** The signed-in person of the fake service: an administrator. */
export const administrator = {
  id: 'ada',
  name: 'Ada',
  role: 'admin',
  scopes: ['admin'],
  deployments: [],
}

/** Creates a response that is pending until the test resolves it. */
export function heldAnswer() {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  return { answer: () => promise, give: resolve }
}
