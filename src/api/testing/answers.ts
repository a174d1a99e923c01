import { vi } from 'vitest'

export interface Asked {
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

/** Answers each fetch of a test by a function of what was asked, and keeps what was asked, in order. */
export function answerWith(answer: (asked: Asked) => Answer | Error): Asked[] {
  const all: Asked[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const asked: Asked = {
      method: init.method ?? 'GET',
      address,
      headers: Object.fromEntries(new Headers(init.headers)),
      cache: init.cache,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    all.push(asked)
    const given = answer(asked)
    if (given instanceof Error) throw given
    const { status = 200, body, headers } = given
    const type = status < 400 ? 'application/json' : 'application/problem+json; charset=utf-8'
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(text, { status, headers: { 'content-type': type, ...headers } })
  })
  return all
}
