import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '#api/http/transport.ts'
import { answerWith } from '#api/testing/answers.ts'
import { signIn } from '#contract/operations/sign-in.ts'
import { fragmentValue } from './fragment-value.ts'
import { signInError } from './sign-in-error.ts'

afterEach(() => vi.unstubAllGlobals())

async function refused(answer: Parameters<typeof answerWith>[0], by: 'token' | 'code' = 'token') {
  answerWith(answer)
  try {
    await call(signIn, { body: { token: 'x' } })
  } catch (error) {
    return signInError(error, by)
  }
  return 'not refused'
}

describe('a refused sign-in', () => {
  it('is told in the words of the service', async () => {
    for (const [status, detail] of [
      [401, 'The token expired on 1 Nov 2026.'],
      [403, 'Web API access is not enabled for the token "ci".'],
      [403, 'The token "ci" belongs to a machine and cannot sign in.'],
    ] as const)
      expect(await refused(() => ({ status, body: { status, detail } }))).toBe(detail)
  })

  it('has words where the service has none', async () => {
    expect(await refused(() => ({ status: 401 }))).toContain('invalid')
    expect(await refused(() => ({ status: 401 }), 'code')).toContain('valid once')
    expect(await refused(() => ({ status: 403 }))).toContain('Web API access')
    expect(await refused(() => ({ status: 400 }))).toContain('not a token')
    expect(await refused(() => ({ status: 500 }))).toContain('error')
    expect(await refused(() => new TypeError('down'))).toContain('unreachable')
  })

  it('says how long to wait after too many tries', async () => {
    expect(await refused(() => ({ status: 429, headers: { 'retry-after': '42' } }))).toBe(
      'Too many attempts. Wait 42 seconds and try again.',
    )
    expect(await refused(() => ({ status: 429 }))).toContain('Wait a minute')
  })
})

describe('a one-time link', () => {
  it('is none of another kind', () => {
    expect(fragmentValue('#invitation=invite_a-B_9', 'code')).toBeUndefined()
    expect(fragmentValue('#invitation=invite_a-B_9', 'invitation')).toBe('invite_a-B_9')
  })

  it.each([
    ['#code=code_a-B_9', 'code_a-B_9'],
    ['#code=', undefined],
    ['#main', undefined],
    ['', undefined],
  ])('%j carries %s', (hash, code) => expect(fragmentValue(hash, 'code')).toBe(code))
})
