import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, growthOfSize } from '#lib/testing/growth.ts'
import { mentionsIn, withoutName } from './mentions.ts'

const people = ['Ann', 'Ann Lee', 'Bo', 'zoë@acme.example', 'Ó Brien', 'a.b', '李雷', 'राम']

describe('a mention', () => {
  it.each([
    ['@Ann please', ['Ann']],
    ['@ann lee, and @ANN', ['Ann Lee', 'Ann']],
    ['(@Bo) "@Bo" @Bo.', ['Bo']],
    ['@Zoë@acme.example: see', ['zoë@acme.example']],
    ['@Ann\n  Lee', ['Ann Lee']],
    ['@Ó brien', ['Ó Brien']],
    ['你好 @李雷!', ['李雷']],
    ['@a.b', ['a.b']],
    ['@राम, @रामा', ['राम']],
    ['@रामा', []],
    ['@Ann @Ann @Ann', ['Ann']],
    ["@Ann's idea", []],
    ['@Anna', []],
    ['@Ann-Marie', []],
    ['@Ann.other@acme.example', []],
    ['mail bo@Bo', []],
    ['𝒜@Ann', []],
    ['`@Ann` and ``a ` @Bo``', []],
    ['``` @Ann ``` @Bo', ['Bo']],
    ['```java\n@Ann\n```\n@Bo', ['Bo']],
    ['~~~\n@Ann\n```\n@Bo', []],
    ['` @Ann', ['Ann']],
    ['@', []],
    ['@ Ann', []],
    ['', []],
  ])('in %j is of %j', (text, expected) => {
    expect(mentionsIn(text, people)).toEqual(expected)
  })

  it('names only people, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('@', 'Ann', ' ', 'Bo', '`', '\n', '~~~', '.', '\ud800', 'ß') }),
        (text) => {
          for (const name of mentionsIn(text, people)) expect(people).toContain(name)
        },
      ),
    )
  })

  it.each([
    ['@', '@'],
    ['backticks', '`'],
    ['names', '@a '],
    ['runs of backticks', '` `` '],
    ['fences', '```\n'],
  ])('is looked for among many %s in time that grows with the text, and with the names', (_, unit) => {
    const text = (length: number) => unit.repeat(length / unit.length)
    const many = Array.from({ length: 5000 }, (_, at) => `a${'b'.repeat(at % 90)} ${at}`)
    expect(growth((length) => mentionsIn(text(length), many.slice(0, 100)), 625)).toBeLessThan(growthOfSize)
    expect(growth((count) => mentionsIn(text(625), many.slice(0, count)), 625)).toBeLessThan(growthOfSize)
  })
})

describe('the name of a deleted person', () => {
  it.each([
    ['@Ann, @ANN. `@ann`', 'Ann', '@x, @x. `@x`'],
    ['@Ann Lee and @Ann', 'Ann', '@Ann Lee and @x'],
    ['@Ann Leeds', 'Ann', '@x Leeds'],
    ['@Anna, b@Ann, @Ann-Marie', 'Ann', '@Anna, b@Ann, @Ann-Marie'],
    ['@ann\n\tlee', 'Ann Lee', '@x'],
    ['@ZOE\u0308@acme.example!', 'zoë@acme.example', '@x!'],
    ['\uff20Ａnn', 'Ann', '@x'],
    ['@राम @रामा', 'राम', '@x @रामा'],
    ['@', 'Ann', '@'],
  ])('in %j of %j is replaced: %j', (text, name, expected) => {
    expect(withoutName(text, { name, replacement: 'x' }, people)).toBe(expected)
  })

  it('is replaced in time that grows with the text', () => {
    const [name, marks] = ['a'.repeat(100), (length: number) => '@'.repeat(length)]
    const replaced = (length: number) =>
      withoutName(`@${name} ${marks(length)}`, { name, replacement: 'x' }, [])
    expect(replaced(4800)).toBe(`@x ${marks(4800)}`)
    expect(growth(replaced, 600)).toBeLessThan(growthOfSize)
  })
})
