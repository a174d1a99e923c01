import { vi } from 'vitest'

export interface RecordedRequest {
  method: string
  address: string
  headers: Record<string, string>
  body: unknown
  cache: string | undefined
}

interface Answer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/** Responds to each fetch of a test by a function of the request, and records the requests in order. */
export function answerWith(answer: (request: RecordedRequest) => Answer | Error): RecordedRequest[] {
  const all: RecordedRequest[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const request: RecordedRequest = {
      method: init.method ?? 'GET',
      address,
      headers: Object.fromEntries(new Headers(init.headers)),
      cache: init.cache,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    all.push(request)
    const response = answer(request)
    if (response instanceof Error) throw response
    const { status = 200, body, headers } = response
    const type = status < 400 ? 'application/json' : 'application/problem+json; charset=utf-8'
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(text, { status, headers: { 'content-type': type, ...headers } })
  })
  return all
}
