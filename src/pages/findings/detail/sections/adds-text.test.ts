import { expect, it } from 'vitest'
import { addsText } from './adds-text.ts'

const message =
  'A password is stored as a plain digest. Cards test **billions** per second.\n\n**Impact:** A leaked table reveals `most` passwords.'

it('is nothing more where each sentence was said before, in whatever order and emphasis', () => {
  expect(addsText('A leaked table reveals most passwords.', [message])).toBe(false)
  expect(
    addsText('Cards test billions per second. A leaked table reveals most passwords.', [null, message]),
  ).toBe(false)
})

it('is more with one sentence of its own', () => {
  expect(addsText('Cards test billions per second. Use Argon2id.', [message])).toBe(true)
  expect(addsText('Use Argon2id.', [undefined])).toBe(true)
})
