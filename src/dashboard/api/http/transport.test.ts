import { afterEach, describe, expect, it, vi } from 'vitest'
import { findingFacets, getFinding, listFindings } from '#contract/operations/findings.ts'
import { getProject } from '#contract/operations/projects.ts'
import { getMe, signOut } from '#contract/operations/session.ts'
import { signIn } from '#contract/operations/sign-in.ts'
import { answerWith } from '../testing/answers.ts'
import { ApiError } from './errors.ts'
import { prefetch } from './prefetch.ts'
import { isReachable, onSessionExpired } from './signals.ts'
import { call, callWithHeaders } from './transport.ts'

afterEach(() => vi.unstubAllGlobals())

const acme = { deploymentSlug: 'acme' }

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('it succeeded')
}

describe('a call', () => {
  it('asks at the URL of the operation, its query written as the contract reads it', async () => {
    const asked = answerWith(() => ({ body: { sastFindings: { findings: [] } } }))
    await call(listFindings, {
      path: acme,
      query: { severities: ['high', 'critical'], primary_ref: true, nonsense: 1, repos: [] },
    })
    expect(asked[0]?.address).toBe(
      '/api/v1/deployments/acme/findings?severities=high%2Ccritical&primary_ref=true',
    )
  })

  it('keeps a slash of a name inside its part of the path', async () => {
    const asked = answerWith(() => ({ body: { project: {} } }))
    await call(getProject, { path: { ...acme, projectName: 'org/<img>' } })
    expect(asked[0]?.address).toBe('/api/v1/deployments/acme/projects/org%2F%3Cimg%3E')
  })

  it('sends a body as JSON, and no content type without one', async () => {
    const asked = answerWith(({ method }) => (method === 'DELETE' ? { status: 204 } : { body: {} }))
    await call(signIn, { body: { token: 'secret' } })
    await call(signOut, {})
    expect(asked.map(({ body, headers }) => [body, headers['content-type']])).toEqual([
      [{ token: 'secret' }, 'application/json'],
      [undefined, undefined],
    ])
  })

  it('gives the headers beside the answer', async () => {
    answerWith(() => ({ body: {}, headers: { 'x-total-count': '12431' } }))
    const { headers } = await callWithHeaders(listFindings, { path: acme })
    expect(headers.get('x-total-count')).toBe('12431')
  })

  it('takes the answer of a question that was asked early, once', async () => {
    const asked = answerWith(() => ({ body: { total: 1 } }))
    prefetch(findingFacets, acme, { status: ['open'] })
    const query = { status: ['open'] }
    expect(await call(findingFacets, { path: acme, query })).toEqual({ total: 1 })
    expect(asked).toHaveLength(1)
    await call(findingFacets, { path: acme, query })
    expect(asked).toHaveLength(2)
    expect(asked.map(({ cache }) => cache)).toEqual(['no-cache', 'no-cache'])
  })

  it('ends with the reason of its signal, which is no error of the service', async () => {
    const stop = new AbortController()
    answerWith(() => {
      stop.abort()
      return new DOMException('stopped', 'AbortError')
    })
    await expect(call(getMe, { signal: stop.signal })).rejects.toBe(stop.signal.reason)
    expect(isReachable()).toBe(true)
  })
})

describe('an answer that is no success', () => {
  it.each([
    [400, 'refused'],
    [401, 'expired'],
    [403, 'forbidden'],
    [404, 'missing'],
    [405, 'unbuilt'],
    [409, 'conflict'],
    [412, 'conflict'],
    [413, 'refused'],
    [422, 'refused'],
    [429, 'failed'],
    [500, 'failed'],
    [501, 'unbuilt'],
    [503, 'failed'],
  ])('%d is of kind %s, with words and the request id', async (status, kind) => {
    answerWith(() => ({ status, body: { status, title: 'T', detail: 'What happened.', instance: 'r-1' } }))
    const error = await failure(call(getMe, {}))
    expect(error).toMatchObject({ status, kind, requestId: 'r-1' })
    expect(error.title).not.toBe('')
    expect(error.detail).not.toBe('')
    if (status !== 500 && status !== 401) expect(error.detail).toBe('What happened.')
  })

  it('names every fault', async () => {
    const errors = [
      { parameter: 'page_size', detail: '"99" is too small' },
      { pointer: '/a', detail: 'x' },
      7,
    ]
    answerWith(() => ({ status: 400, body: { status: 400, errors } }))
    const error = await failure(call(listFindings, { path: acme }))
    expect(error.faults).toEqual([
      { parameter: 'page_size', detail: '"99" is too small' },
      { parameter: '/a', detail: 'x' },
    ])
    expect(error.detail).toBe('page_size "99" is too small; /a x')
  })

  it('carries what others decided meanwhile', async () => {
    const conflicts = [{ id: 4, triage_state: 'ignored', by: 'Mina' }, null, { id: 'x' }]
    answerWith(() => ({ status: 409, body: { status: 409, conflicts } }))
    expect((await failure(call(getMe, {}))).conflicts).toEqual([conflicts[0]])
  })

  it.each([
    ['a page of a proxy', '<html>Bad gateway</html>', 'text/html'],
    ['nothing', undefined, 'text/plain'],
    ['JSON that is no object', '[]', 'application/json'],
  ])('is explained though its body is %s', async (_, body, type) => {
    answerWith(() => ({ status: 502, body, headers: { 'content-type': type, 'x-request-id': 'r-2' } }))
    expect(await failure(call(getMe, {}))).toMatchObject({ kind: 'failed', status: 502, requestId: 'r-2' })
  })

  it('says when to try again', async () => {
    answerWith(() => ({ status: 429, headers: { 'retry-after': '12' } }))
    expect(await failure(call(getMe, {}))).toMatchObject({ retryAfter: 12, title: 'Too many requests' })
  })

  it.each([
    [401, {}],
    // So many requests with the cookie of the ended session that the service asks to wait.
    [429, { 'retry-after': '12', 'www-authenticate': 'Bearer' }],
  ])('%d tells of the end of the session, but not of a wrong token at sign-in', async (status, headers) => {
    const heard = vi.fn()
    const stop = onSessionExpired(heard)
    answerWith(() => ({ status, headers }))
    await failure(call(signIn, { body: { token: 'wrong' } }))
    expect(heard).not.toHaveBeenCalled()
    const error = await failure(call(getFinding, { path: { ...acme, id: '1' } }))
    expect(error).toMatchObject({ kind: 'expired', title: 'Your session has expired' })
    expect(heard).toHaveBeenCalledOnce()
    stop()
  })
})

describe('no answer at all', () => {
  it('is offline until the next answer', async () => {
    let down = true
    answerWith(() => (down ? new TypeError('Failed to fetch') : { body: {} }))
    expect(await failure(call(getMe, {}))).toMatchObject({ kind: 'offline', status: 0 })
    expect(isReachable()).toBe(false)
    down = false
    await call(getMe, {})
    expect(isReachable()).toBe(true)
  })

  it('is another thing than an answer that breaks off', async () => {
    answerWith(() => ({ body: '{"half":' }))
    expect(await failure(call(getMe, {}))).toMatchObject({ kind: 'failed' })
  })
})
