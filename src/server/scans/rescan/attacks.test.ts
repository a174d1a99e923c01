import { describe, expect, test } from 'vitest'
import { type Match, sarif, semgrepJson } from './testing/hand-written.ts'
import { PlainProject } from './testing/plain-project.ts'

const feature = 'refs/heads/feature'

/** The first of these matches is ignored. */
async function firstIgnored(matches: readonly Match[], place: string): Promise<PlainProject> {
  const project = await PlainProject.start()
  await project.scan(sarif(matches))
  await project.ignore(place)
  return project
}

describe.each([
  ['with code', 'eval(x)'],
  ['without code', undefined],
])('two matches on one line, %s', (_, code) => {
  const two: Match[] = [5, 40].map((column) => ({
    path: 'a.js',
    line: 10,
    column,
    ...(code ? { code } : {}),
  }))

  test('the ignored one is gone, the other one stands in its column → it is open', async () => {
    const project = await firstIgnored(two, 'a.js:10')
    await project.scan(sarif(two.slice(1)))
    expect(await project.there()).toEqual(['a.js:10 open'])
  })

  test('the other one is gone → the decision is kept', async () => {
    const project = await firstIgnored(two, 'a.js:10')
    await project.scan(sarif(two.slice(0, 1)))
    expect(await project.there()).toEqual(['a.js:10 ignored'])
  })

  test('one is gone and the line is indented otherwise → it is open and offers the decision', async () => {
    const project = await firstIgnored(two, 'a.js:10')
    await project.scan(sarif(two.slice(1).map((each) => ({ ...each, column: 9 }))))
    expect(await project.there()).toEqual(['a.js:10 open uncertain'])
  })
})

describe('what stands in no line', () => {
  const foo: Match = { logical: 'acme::Foo::run' }
  const bar: Match = { logical: 'acme::Bar::run' }

  test('two places in the program with one message, in another order → the decision stays', async () => {
    const project = await PlainProject.start()
    await project.scan(sarif([foo]))
    await project.ignore('nowhere')
    const [ignored] = await project.rows()
    for (const matches of [[bar, foo], [foo, bar], [bar]]) await project.scan(sarif(matches))
    const row = (await project.rows()).find(({ id }) => id === ignored?.id)
    expect(row).toMatchObject({ state: 'fixed', triage: 'ignored' })
    expect(await project.there()).toEqual(['nowhere open'])
  })

  test('replaced by one at another place in the program → it is open', async () => {
    const project = await firstIgnored([foo], 'nowhere')
    await project.scan(sarif([bar]))
    expect((await project.there()).map((each) => each.slice(0, 12))).toEqual(['nowhere open'])
  })

  test('no place at all, the same again → the decision is kept', async () => {
    const project = await firstIgnored([{}], 'nowhere')
    await project.scan(sarif([{}]))
    expect(await project.there()).toEqual(['nowhere ignored'])
  })
})

test('fingerprints without code: both lines of a small project are rewritten → the decision is only offered', async () => {
  const of = (fingerprints: readonly string[]) =>
    fingerprints.map((fingerprint, index) => ({ path: `${index}.js`, line: 10, fingerprint }))
  const project = await firstIgnored(of(['aaaaaaaaaaaa1111:1', 'bbbbbbbbbbbb1111:1']), '0.js:10')
  await project.scan(sarif(of(['cccccccccccc1111:1', 'dddddddddddd1111:1'])))
  expect(await project.there()).toEqual(['0.js:10 open uncertain', '1.js:10 open'])
})

test('fingerprints without code: all of a larger project change in their places → the decision is kept', async () => {
  const of = (scheme: string) =>
    Array.from({ length: 8 }, (_, index) => ({
      path: `${index}.js`,
      line: 10,
      fingerprint: `${scheme}${index}`.repeat(8),
    }))
  const project = await firstIgnored(of('a'), '0.js:10')
  await project.scan(sarif(of('b')))
  expect((await project.there())[0]).toBe('0.js:10 ignored')
})

describe('files of one name', () => {
  test('a file with one finding and no code is gone, one of its name is new elsewhere → it offers the decision', async () => {
    const other: Match = { path: 'x/app.py', line: 4, message: 'Other.' }
    const project = await firstIgnored(
      [{ path: 'billing/Dockerfile', line: 1 }, other],
      'billing/Dockerfile:1',
    )
    await project.scan(sarif([{ path: 'search/Dockerfile', line: 1 }, other]))
    expect(await project.there()).toEqual(['search/Dockerfile:1 open uncertain', 'x/app.py:4 open'])
  })

  test('code that stands in other files too: one file is gone, another one is new → it offers the decision', async () => {
    const at = (path: string): Match => ({ path, line: 3, code: 'app.use(cors())' })
    const project = await firstIgnored([at('billing/index.js'), at('web/index.js')], 'billing/index.js:3')
    await project.scan(sarif([at('search/index.js'), at('web/index.js')]))
    expect(await project.there()).toEqual(['search/index.js:3 open uncertain', 'web/index.js:3 open'])
  })

  test.each([
    ['with code', 'eval(x)'],
    ['without code', undefined],
  ])('the folder of each build is another one, %s → decisions are kept', async (_, code) => {
    const files = ['app/a.py', 'app/b.py', 'lib/a.py', 'lib/Dockerfile']
    const build = (n: number) =>
      files.map((path, index) => ({
        path: `/tmp/build${n}/${path}`,
        line: 5 + (index % 2),
        ...(code ? { code } : {}),
      }))
    const project = await firstIgnored(build(1), '/tmp/build1/app/a.py:5')
    await project.ignore('/tmp/build1/lib/Dockerfile:6')
    for (const n of [2, 3, 4]) await project.scan(sarif(build(n)))
    const ignored = (await project.there()).filter((each) => each.endsWith('ignored'))
    expect(ignored).toEqual(['/tmp/build4/app/a.py:5 ignored', '/tmp/build4/lib/Dockerfile:6 ignored'])
  })

  test('paths of Windows, then of Linux → the decision is kept', async () => {
    const project = await firstIgnored(
      [{ path: 'src\\app\\a.js', line: 3, code: 'eval(x)' }],
      'src/app/a.js:3',
    )
    await project.scan(sarif([{ path: './src/app/a.js', line: 3, code: 'eval(x)' }]))
    expect(await project.there()).toEqual(['src/app/a.js:3 ignored'])
  })

  test('renamed and back, then fixed before it is renamed, and back → the decision is kept', async () => {
    const at = (path: string, ...codes: string[]) =>
      semgrepJson(codes.map((code, index) => ({ path, line: 5 + index * 10, code })))
    const [first, second] = ['eval(x)', 'eval(y)']
    const project = await PlainProject.start()
    await project.scan(at('a.js', first, second))
    await project.ignore('a.js:5')
    await project.scan(at('b.js', first, second))
    await project.scan(at('a.js', first, second))
    expect(await project.there()).toEqual(['a.js:15 open', 'a.js:5 ignored'])
    await project.scan(at('a.js', second))
    await project.scan(at('b.js', second))
    await project.scan(at('a.js', first, second))
    expect(await project.there()).toEqual(['a.js:15 open', 'a.js:5 ignored'])
  })
})

describe('the same match in two categories of a tool', () => {
  const file = sarif([{ path: 'a.js', line: 3, code: 'eval(x)' }])

  test('a category that is called otherwise on a branch → it inherits', async () => {
    const project = await PlainProject.start()
    await project.scan(file, { category: 'web' })
    await project.ignore('a.js:3')
    await project.scan(file, { ref: feature, category: 'frontend' })
    expect(await project.there(feature)).toEqual(['a.js:3 ignored'])
  })
})

test('20,000 matches of one message in a file, one added on top → matched, and one decision at most', async () => {
  const many = (from: number) =>
    Array.from({ length: 20_000 }, (_, index) => ({ path: 'generated.js', line: from + index * 2 }))
  const project = await PlainProject.start()
  await project.scan(sarif(many(1)))
  await project.ignore('generated.js:39999')
  // An import that compares each with each is refused: it takes more processor time than so many results need.
  const { report } = await project.scan(sarif([{ path: 'generated.js', line: 1 }, ...many(3)]))
  expect(report).toMatchObject({ fixed: 0, new: 1 })
})
