import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatInstant } from './write-finding.ts'

it('an instant is written as ISO 8601, before 1970 and beyond the year 9999 too', () => {
  const edges = [0, -1, 951_782_400_000, 253_402_300_799_999, 253_402_300_800_000, -62_198_755_200_000]
  const any = fc.oneof(fc.constantFrom(...edges), fc.integer({ min: -8.64e15, max: 8.64e15 }))
  const dates = new Map<number, string>()
  fc.assert(
    fc.property(any, (at) => {
      expect(formatInstant(at)).toBe(new Date(at).toISOString())
      expect(formatInstant(at, dates)).toBe(new Date(at).toISOString())
    }),
  )
})
