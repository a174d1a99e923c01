import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'

describe('the difference of a suggested fix', () => {
  it('keeps the lines around and marks what goes and what comes', () => {
    expect(diffLines('a\nold\nz', 'a\nnew\nnewer\nz')).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
      { kind: 'added', text: 'newer' },
      { kind: 'same', text: 'z' },
    ])
  })

  it('gives back both texts, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '', '  d'), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(`${before.join('\n')}\n`, `${after.join('\n')}\n`)
        const side = (kind: string) => lines.filter((line) => line.kind !== kind).map((line) => line.text)
        expect(side('added')).toEqual(before)
        expect(side('removed')).toEqual(after)
      }),
    )
  })

  it('does not compare line by line where that would take for ever', () => {
    const long = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`).join('\n')
    const lines = diffLines(long('a'), long('b'))
    expect(lines).toHaveLength(6000)
    expect(lines[0]?.kind).toBe('removed')
  })

  it('shows a fix that only removes, and one that only adds', () => {
    expect(diffLines('x', '')).toEqual([{ kind: 'removed', text: 'x' }])
    expect(diffLines('', 'x')).toEqual([{ kind: 'added', text: 'x' }])
  })
})
