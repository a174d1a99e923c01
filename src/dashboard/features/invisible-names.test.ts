import { expect, it } from 'vitest'
import { nameFault } from '#contract/parameters/name-fault.ts'
import { escapeInvisible } from '#lib/text/invisible-characters.ts'

it('shows each character that is refused in names, but breaks', () => {
  const differing = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter(
    (character) => {
      const isRefused = nameFault(character) !== null && !'\t\n\r'.includes(character)
      return isRefused !== (escapeInvisible(character) !== character)
    },
  )
  expect(differing).toEqual([])
})
