import { expect, it } from 'vitest'
import { saysMore } from './adds-text.ts'

const message =
  'A password is stored as a plain digest. Cards test **billions** per second.\n\n**Impact:** A leaked table reveals `most` passwords.'

it('is nothing more where each sentence was said before, in whatever order and emphasis', () => {
  expect(saysMore('A leaked table reveals most passwords.', [message])).toBe(false)
  expect(
    saysMore('Cards test billions per second. A leaked table reveals most passwords.', [null, message]),
  ).toBe(false)
})

it('is more with one sentence of its own', () => {
  expect(saysMore('Cards test billions per second. Use Argon2id.', [message])).toBe(true)
  expect(saysMore('Use Argon2id.', [undefined])).toBe(true)
})
