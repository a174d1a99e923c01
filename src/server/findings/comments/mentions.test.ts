import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
    ['@', '@'.repeat(5000)],
    ['backticks', '`'.repeat(5000)],
    ['names', '@a '.repeat(1666)],
    ['runs of backticks', '` `` '.repeat(1000)],
    ['fences', '```\n'.repeat(1250)],
  ])('is looked for in little time among many %s', (_, text) => {
    const many = Array.from({ length: 5000 }, (_, at) => `a${'b'.repeat(at % 90)} ${at}`)
    const from = performance.now()
    mentionsIn(text, many)
    // A search that is quadratic in the names takes minutes; how fast a machine is says nothing.
    expect(performance.now() - from).toBeLessThan(20_000)
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

  it('is replaced in little time', () => {
    const text = `@${'a'.repeat(100)} ${'@'.repeat(4800)}`
    const from = performance.now()
    expect(withoutName(text, { name: 'a'.repeat(100), replacement: 'x' }, [])).toBe(`@x ${'@'.repeat(4800)}`)
    // A search that is quadratic in the names takes minutes; how fast a machine is says nothing.
    expect(performance.now() - from).toBeLessThan(20_000)
  })
})
