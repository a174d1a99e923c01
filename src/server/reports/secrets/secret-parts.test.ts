import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHasher } from './secret-parts.ts'

test('a salted hash is the HMAC-SHA-256 of the text, whatever the length of the salt', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), fc.string({ unit: 'grapheme' }), (salt, text) => {
      expect(createHasher(salt)(text)).toBe(createHmac('sha256', salt).update(text).digest('hex'))
    }),
  )
})
