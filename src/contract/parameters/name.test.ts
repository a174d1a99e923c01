import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { nameText } from './name.ts'
import { nameFault, pathNameFault } from './name-fault.ts'

describe('a name', () => {
  it.each([
    ['a\u0007b', 'contains the control character U+0007 at position 2'],
    ['\u202egnp.exe', 'contains the bidirectional control U+202E at position 1'],
    ['🙂🙂\u200b', 'contains the zero-width character U+200B at position 3'],
    ['pay\u2066ment', 'contains the bidirectional control U+2066 at position 4'],
    ['a\ufeff', 'contains the zero-width character U+FEFF at position 2'],
    ['line\nbreak', 'contains the control character U+000A at position 5'],
    ['a\u2028b', 'contains the invisible character U+2028 at position 2'],
    ['half \ud800', 'contains the invisible character U+D800 at position 6'],
    ['tag \u{e0041}', 'contains the invisible character U+E0041 at position 5'],
  ])('%j is refused with the place', (name, fault) => expect(nameFault(name)).toBe(fault))

  it('may be written in any script', () => {
    for (const name of ['acme/shop', 'Übung', 'платёж', '支付', 'دفع', 'תשלום', 'भुगतान', '⚠️ old', 'a, b; c'])
      expect([name, pathNameFault(name)]).toEqual([name, null])
  })

  it.each([
    ['.', 'contains "." as a path segment at position 1'],
    ['a/../b', 'contains ".." as a path segment at position 3'],
    ['../a', 'contains ".." as a path segment at position 1'],
    ['a/b/.', 'contains "." as a path segment at position 5'],
    ['a/\u200b', 'contains the zero-width character U+200B at position 3'],
  ])('%j is no part of an address', (name, fault) => expect(pathNameFault(name)).toBe(fault))

  it('may have dots that are no whole part', () => {
    for (const name of ['.github', 'a/.b', 'a..b/c', '...', 'v1.0/x.'])
      expect([name, pathNameFault(name)]).toEqual([name, null])
  })

  it('is the same text however it was typed, and reading it again changes nothing', () => {
    const schema = nameText(1000)
    expect(z.parse(schema, 'Übung'.normalize('NFD'))).toBe('Übung'.normalize('NFC'))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        const read = z.safeParse(schema, text)
        const same = z.safeParse(schema, text.normalize('NFD'))
        expect(same).toEqual(read)
        if (read.success) {
          expect(nameFault(read.data)).toBeNull()
          expect(z.parse(schema, read.data)).toBe(read.data)
        }
      }),
    )
  })
})
