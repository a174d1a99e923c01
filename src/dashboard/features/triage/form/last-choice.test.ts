import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lastChoice } from './last-choice.ts'

const store = new Map<string, string>()

beforeEach(() => {
  store.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('is repeated with its event for findings that the event can end, and without it for others', () => {
  lastChoice.keep({ state: 'ignored', reason: 'no_time', note: 'Later.', until: 'fix_available' })
  const choice = { reason: 'no_time', note: 'Later.' }
  expect(lastChoice.read(['sca'])).toEqual({ ...choice, until: 'fix_available' })
  for (const types of [['sast'], ['sca', 'secrets'], []] as const) {
    expect(lastChoice.read(types)).toEqual({ ...choice, until: undefined })
  }
  lastChoice.keep({ state: 'ignored', reason: 'no_time', note: 'Later.', until: 'code_changed' })
  expect(lastChoice.read(['sast', 'secrets'])).toEqual({ ...choice, until: 'code_changed' })
})

it('is not repeated for findings that cannot have its reason', () => {
  lastChoice.keep({ state: 'ignored', reason: 'revoked', note: 'Rotated.', until: 'secret_active' })
  expect(lastChoice.read(['secrets'])).toEqual({
    reason: 'revoked',
    note: 'Rotated.',
    until: 'secret_active',
  })
  expect(lastChoice.read(['sast'])).toBeUndefined()
  expect(lastChoice.read(['sast', 'secrets'])).toBeUndefined()
})
