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

it('is nothing more where placeholders stand for what the message names', () => {
  expect(addsText('Found $FUNC($X) with {0}.', ['Found `eval(name)` with input.'])).toBe(false)
  expect(addsText("Unexpected '{{name}}' in %s.", ["Unexpected 'foo' in loop."])).toBe(false)
  expect(addsText('Found $FUNC in a loop.', ['Found eval with input.'])).toBe(true)
  expect(addsText('in Found $FUNC', ['Found eval in it.'])).toBe(true)
  expect(addsText('It costs $5.', ['It costs 7.'])).toBe(true)
})
