import { onTestFinished, vi } from 'vitest'
import type { Operation } from '#contract/operation.ts'

/** A request as the fake service sees it. */
export interface FakeRequest {
  query: URLSearchParams
  body: unknown
}

type Answer = object | Response
type Handle = (request: FakeRequest) => Answer | Promise<Answer>

/** A refusal in the words of the service. */
export function problem(status: number, title: string, more: object = {}): Response {
  const headers = { 'content-type': 'application/problem+json' }
  return new Response(JSON.stringify({ status, title, detail: `${title}.`, ...more }), { status, headers })
}

function matcherOf({ method, path }: Operation): (method: string, pathname: string) => boolean {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  return (ofRequest, pathname) => ofRequest === method && pattern.test(pathname)
}

/** Answers requests in place of the service until the end of the test. What nobody answers counts as not built. */
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
    // A request that was given up is answered no more.
    init?.signal?.throwIfAborted()
    if (answer instanceof Response) return answer
    return Response.json(answer, { headers: { 'x-gatehouse': '1', date: new Date().toUTCString() } })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    /** Answers an operation from now on. */
    on: (operation: Operation, handle: Handle) => {
      handlers.push({ operation, matches: matcherOf(operation), handle })
    },
    /** The bodies that an operation was sent, in their order. */
    sent: (operation: Operation) =>
      requests.flatMap((request) => (request.operation === operation ? [request.body] : [])),
    /** How often an operation was asked for. */
    count: (operation: Operation) => requests.filter((request) => request.operation === operation).length,
  }
}
export type FakeService = ReturnType<typeof fakeService>

/** What the fake service says of who is signed in: an administrator. */
export const administrator = {
  id: 'ada',
  name: 'Ada',
  role: 'admin',
  scopes: ['admin'],
  deployments: [],
}

/** An answer that waits until the test gives it. */
export function heldAnswer() {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  return { answer: () => promise, give: resolve }
}
