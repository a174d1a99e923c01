import { afterEach, expect, it, vi } from 'vitest'
import { answerWith } from '../testing/answers.ts'
import { fetchSecrets } from './secrets.ts'

afterEach(() => vi.unstubAllGlobals())

it('gives a secret only what can be shown of it, whatever a service sends', async () => {
  answerWith(() => ({
    body: {
      findings: [
        {
          id: '7',
          type: 'Stripe',
          validation_state: 'CONFIRMED_VALID',
          secretHash: 'ab12',
          finding: { id: 7 },
        },
        { id: '8', type: { name: 'Stripe' }, validationState: ['x'], validatedAt: true, finding: { id: 8 } },
        { id: '9', type: 'Slack' },
        'not a secret',
      ],
    },
  }))
  const { findings, leftOut } = await fetchSecrets('1', {}, new AbortController().signal)
  expect(findings.map(({ id, secret }) => ({ id, secret }))).toEqual([
    { id: 7, secret: { type: 'Stripe', validationState: 'CONFIRMED_VALID', validatedAt: null } },
    { id: 8, secret: { type: null, validationState: null, validatedAt: null } },
  ])
  expect(leftOut).toBe(2)
})
