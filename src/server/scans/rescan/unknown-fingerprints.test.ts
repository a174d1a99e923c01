import { describe, expect, test } from 'vitest'
import { type Match, sarif } from './testing/hand-written.ts'
import { PlainProject } from './testing/plain-project.ts'

/** A file whose results have a partial fingerprint that Gatehouse has never heard of. */
const file = (matches: readonly Match[], name = 'acmeResultKey/v7') => sarif(matches, 'Lint', name)

async function ignored(matches: readonly Match[], place: string): Promise<PlainProject> {
  const project = await PlainProject.start()
  await project.scan(file(matches))
  await project.ignore(place)
  return project
}

const isIgnored = (each: string) => each.endsWith(' ignored')
const equal = (line: number, fingerprint: string): Match => ({
  path: 'a.js',
  line,
  code: 'eval(x)',
  fingerprint,
})
const bare = (line: number, fingerprint: string): Match => ({ path: 'a.js', line, fingerprint })

describe('a fingerprint of an unknown name breaks ties', () => {
  test('of two equal results the ignored one is gone, and the other one stands on its line → it is open', async () => {
    const project = await ignored([equal(10, 'one'), equal(20, 'two')], 'a.js:10')
    await project.scan(file([equal(10, 'two')]))
    expect(await project.there()).toEqual(['a.js:10 open'])
  })

  test('of two equal results the other one is gone → the decision is kept', async () => {
    const project = await ignored([equal(10, 'one'), equal(20, 'two')], 'a.js:20')
    await project.scan(file([equal(10, 'two')]))
    expect(await project.there()).toEqual(['a.js:10 ignored'])
  })

  test('two equal results changed places → the decision stays with its own', async () => {
    const project = await ignored([equal(10, 'one'), equal(20, 'two')], 'a.js:10')
    await project.scan(file([equal(10, 'two'), equal(20, 'one')]))
    expect(await project.there()).toEqual(['a.js:10 open', 'a.js:20 ignored'])
  })

  test('an equal result was added above → the decision stays with its own', async () => {
    const project = await ignored([equal(10, 'one'), equal(20, 'two')], 'a.js:10')
    await project.scan(file([equal(5, 'three'), equal(10, 'one'), equal(20, 'two')]))
    expect((await project.there()).filter(isIgnored)).toEqual(['a.js:10 ignored'])
  })
})

describe('a fingerprint of an unknown name refuses a match by position', () => {
  test('without code, what stood there stands elsewhere → the one in its place is open', async () => {
    const project = await ignored([bare(10, 'one'), bare(20, 'two')], 'a.js:10')
    await project.scan(file([bare(10, 'two'), bare(30, 'one')]))
    expect((await project.there()).filter(isIgnored)).not.toContain('a.js:10 ignored')
  })

  test('without code, in its place is one that stood elsewhere → it is open', async () => {
    const project = await ignored([bare(10, 'one'), bare(20, 'two')], 'a.js:10')
    await project.scan(file([bare(10, 'two')]))
    expect((await project.there()).filter(isIgnored)).toEqual([])
  })

  test('the value is the same for all of the file → it says nothing', async () => {
    const project = await ignored([bare(10, 'same'), bare(20, 'same')], 'a.js:10')
    await project.scan(file([bare(10, 'same'), bare(20, 'same')]))
    expect(await project.there()).toEqual(['a.js:10 ignored', 'a.js:20 open'])
  })
})

describe('a fingerprint of an unknown name is strong where results that moved kept it', () => {
  const moved = ['f', 'g', 'h'].map((name, index): Match => {
    const code = `${name}(x, ${index})`
    return { path: 'a.js', line: 50 + 10 * index, code, fingerprint: `print of ${code}` }
  })
  const movedBy = (lines: number) => moved.map((each) => ({ ...each, line: (each.line ?? 0) + lines }))

  test('it did → a result without code that moved elsewhere keeps the decision', async () => {
    const project = await ignored([bare(10, 'one'), ...moved], 'a.js:10')
    await project.scan(file([bare(33, 'one'), ...movedBy(7)]))
    expect((await project.there()).filter(isIgnored)).toEqual(['a.js:33 ignored'])
  })

  const byLine = (matches: readonly Match[]) =>
    matches.map((each) => ({ ...each, fingerprint: `hash of line ${each.line}` }))

  test('it hashes the line → another result on the old line does not get the decision', async () => {
    const project = await ignored(byLine([bare(10, ''), ...moved]), 'a.js:10')
    await project.scan(file(byLine([bare(10, ''), bare(17, ''), ...movedBy(7)])))
    expect((await project.there()).filter(isIgnored)).not.toContain('a.js:10 ignored')
  })

  test('it hashes the line → an equal result on the line of the other one does not get the decision', async () => {
    const project = await ignored(byLine([equal(10, ''), equal(17, ''), ...moved]), 'a.js:10')
    await project.scan(file(byLine([equal(17, ''), equal(24, ''), ...movedBy(7)])))
    expect((await project.there()).filter(isIgnored)).toEqual(['a.js:17 ignored'])
  })

  test('an equal value does not keep the decision where the code changed', async () => {
    const at = (code: string): Match => ({ path: 'a.js', line: 10, code, fingerprint: 'one' })
    const project = await ignored([at('get(URL, timeout=5)'), ...moved], 'a.js:10')
    await project.scan(file([at('get(user_url, timeout=5)'), ...movedBy(7)]))
    expect(await project.there()).toContain('a.js:10 open uncertain')
  })
})

/** The file with whole fingerprints as well, the same for each place. */
const withWhole = (matches: readonly Match[], whole: Record<number, string>) => {
  const { runs, ...log } = file(matches)
  return {
    ...log,
    runs: runs.map(({ results, ...run }) => ({
      ...run,
      results: results.map((result, index) => ({
        ...result,
        fingerprints: { 'acmeIdentity/v1': whole[matches[index]?.line ?? 0] },
      })),
    })),
  }
}

test('whole fingerprints come before partial ones', async () => {
  const project = await PlainProject.start()
  await project.scan(withWhole([equal(10, 'one'), equal(20, 'two')], { 10: 'first', 20: 'second' }))
  await project.ignore('a.js:10')
  await project.scan(withWhole([equal(10, 'one'), equal(20, 'two')], { 10: 'second', 20: 'first' }))
  expect(await project.there()).toEqual(['a.js:10 open', 'a.js:20 ignored'])
})

test.each(['commitSha', 'author', 'email', 'date'])('%s is no fingerprint', async (name) => {
  const project = await PlainProject.start()
  await project.scan(file([equal(10, 'one'), equal(20, 'two')], name))
  await project.ignore('a.js:10')
  await project.scan(file([equal(10, 'two'), equal(20, 'one')], name))
  expect(await project.there()).toEqual(['a.js:10 ignored', 'a.js:20 open'])
})
