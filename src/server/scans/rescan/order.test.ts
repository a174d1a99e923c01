import { describe, expect, test } from 'vitest'
import { type Match, sarif } from './testing/hand-written.ts'
import { PlainProject } from './testing/plain-project.ts'

/** Matches of the rules that are named, at these lines of one file; `eval` 10 is `eval` in line 10. */
const matches = (places: string, code?: (rule: string) => string): Match[] =>
  places.split(', ').map((place) => {
    const [rule = '', line] = place.split(' ')
    return {
      rule,
      path: 'a.js',
      line: Number(line),
      message: `Do not ${rule}.`,
      ...(code ? { code: code(rule) } : {}),
    }
  })

/** The lines on which a finding stands that was ignored in a first scan: open or ignored, after a second one. */
async function after(first: readonly Match[], ignored: number, second: readonly Match[]): Promise<string[]> {
  const project = await PlainProject.start()
  await project.scan(sarif(first))
  await project.ignore(`a.js:${ignored}`)
  const decided = (await project.rows()).find((row) => row.triage === 'ignored')?.id
  await project.scan(sarif(second))
  const there = (await project.rows()).filter(({ id, state }) => id === decided && state !== 'fixed')
  return there.map(({ line, triage }) => `${line} ${triage}`)
}

describe('without code, each place of the file is weighed with all others', () => {
  test('three lines above and three deleted below: a decision does not move to the line of another one', async () => {
    const result = await after(
      matches('fetch 6, fetch 9, html 19, query 37, html 40, hash 46'),
      9,
      matches('fetch 9, fetch 12, html 22, query 37, html 40, hash 46'),
    )
    expect(result).not.toContain('9 ignored')
  })

  test('the decided one is moved far up: the one that stayed is not taken for it', async () => {
    const result = await after(
      matches('hash 1, html 6, fetch 14, query 82, fetch 91, query 93, query 104, fetch 105'),
      104,
      matches('hash 1, html 6, fetch 14, query 65, query 83, fetch 92, query 94, fetch 105'),
    )
    expect(result).not.toContain('94 ignored')
  })

  test('the decided one was fixed, and another one moves to its line: it is only offered', async () => {
    const project = await PlainProject.start()
    await project.scan(sarif(matches('hash 3, fetch 6, hash 28')))
    await project.ignore('a.js:28')
    for (const second of ['hash 3, fetch 6, hash 34', 'hash 3, fetch 6, hash 28'])
      await project.scan(sarif(matches(second)))
    expect(await project.there()).toContain('a.js:28 open uncertain')
  })
})

test('equal code: the nearest one is not taken where another one with that code is further away', async () => {
  const result = await after(
    matches('html 6, fetch 20, query 24, hash 33, hash 37, html 55', (rule) => `${rule}(value, 1)`),
    33,
    matches('html 6, hash 25, hash 29, fetch 33, query 37, html 55', (rule) => `${rule}(value, 1)`),
  )
  expect(result).not.toContain('29 ignored')
})
