import { describe, expect, test } from 'vitest'
import { listSources } from '#contract/operations/sources.ts'
import { type Match, sarif, semgrepJson } from './testing/hand-written.ts'
import { PlainProject } from './testing/plain-project.ts'

const feature = 'refs/heads/feature'
const at = (path: string, line: number, code: string): Match => ({ path, line, code })
const first = at('a.js', 3, 'eval(x)')
const second = at('b.js', 7, 'eval(y)')

const formats = [
  ['SARIF', (...matches: Match[]) => sarif(matches)],
  ['Semgrep', (...matches: Match[]) => semgrepJson(matches)],
  ['SARIF without code', (...matches: Match[]) => sarif(matches.map(({ code: _, ...each }) => each))],
] as const

/** Scanned without a category, with a decision on the first match. */
async function firstIgnored(file: unknown, query: Record<string, string> = {}) {
  const project = await PlainProject.start()
  await project.scan(file, query)
  await project.ignore('a.js:3')
  return project
}

const openBySource = async ({ service, name }: PlainProject) => {
  const { body } = await service.call(listSources, { query: { repo: name } })
  return Object.fromEntries(
    body.sources.map(({ category, open_findings }) => [category ?? '', open_findings]),
  )
}

describe.each(formats)('%s: the first scan of a category', (_, file) => {
  test('takes over what the tool found without one', async () => {
    const project = await firstIgnored(file(first, second))
    const ids = (await project.rows()).map(({ id }) => id)
    const { report } = await project.scan(file(first, second), { category: 'web' })
    expect(report).toMatchObject({ new: 0, unchanged: 2, fixed: 0 })
    expect(await project.there()).toEqual(['a.js:3 ignored', 'b.js:7 open'])
    expect((await project.rows()).map(({ id }) => id)).toEqual(ids)
    expect(await openBySource(project)).toEqual({ '': 0, web: 1 })
  })

  test('that scans a part leaves the other part where it is', async () => {
    const project = await firstIgnored(file(first, second))
    await project.scan(file(second), { category: 'api' })
    expect(await project.there()).toEqual(['a.js:3 ignored', 'b.js:7 open'])
    await project.scan(file(first), { category: 'web' })
    expect(await project.there()).toEqual(['a.js:3 ignored', 'b.js:7 open'])
    expect(await openBySource(project)).toEqual({ '': 0, api: 1, web: 0 })
    await project.scan(file(), { category: 'web' })
    expect(await project.there()).toEqual(['b.js:7 open'])
  })

  test('leaves what was fixed before, which comes back with its decision', async () => {
    const project = await firstIgnored(file(first, second))
    await project.scan(file(second))
    await project.scan(file(second), { category: 'web' })
    await project.scan(file(first, second), { category: 'web' })
    expect(await project.there()).toEqual(['a.js:3 ignored', 'b.js:7 open'])
  })

  test('finds more → that is new', async () => {
    const project = await firstIgnored(file(first))
    const { report } = await project.scan(file(first, second), { category: 'web' })
    expect(report).toMatchObject({ new: 1, unchanged: 1 })
    expect(await project.there()).toEqual(['a.js:3 ignored', 'b.js:7 open'])
  })

  test('on a branch first, then on main → both keep the decision', async () => {
    const project = await firstIgnored(file(first, second))
    for (const place of [{ ref: feature }, {}])
      await project.scan(file(first, second), { ...place, category: 'web' })
    expect(await project.there(feature)).toEqual(['a.js:3 ignored', 'b.js:7 open'])
    expect(await project.there()).toEqual(['a.js:3 ignored', 'b.js:7 open'])
  })

  test('is given up again → the decision is kept', async () => {
    const project = await firstIgnored(file(first, second))
    await project.scan(file(first, second), { category: 'web' })
    await project.scan(file(first, second))
    expect(new Set(await project.there())).toEqual(new Set(['a.js:3 ignored', 'b.js:7 open']))
  })

  test('in parallel with another one → neither takes from the other later, and a decision holds for both', async () => {
    const project = await firstIgnored(file(first, second), { category: 'web' })
    for (const category of ['api', 'web', 'api', 'web']) await project.scan(file(first, second), { category })
    expect(await project.there()).toEqual(['a.js:3 ignored', 'a.js:3 ignored', 'b.js:7 open', 'b.js:7 open'])
    expect(await project.there()).toHaveLength(4)
    await project.ignore('b.js:7')
    expect((await project.there()).slice(2)).toEqual(['b.js:7 ignored', 'b.js:7 ignored'])
    for (const category of ['web', 'api']) await project.scan(file(first, second), { category, ref: feature })
    expect(await project.there(feature)).toEqual(['a.js:3 ignored', 'b.js:7 ignored'])
  })

  test('later scans of it do not take a finding that only looks alike', async () => {
    const project = await firstIgnored(file(first, second))
    await project.scan(file(second), { category: 'api' })
    await project.scan(file(second, at('a.js', 5, 'eval(x + z)')), { category: 'api' })
    const [ignored, ...others] = await project.there()
    expect(ignored).toBe('a.js:3 ignored')
    // Without code it may be the ignored one, which it is not taken for.
    expect(others.map((each) => each.replace(' uncertain', ''))).toEqual(['a.js:5 open', 'b.js:7 open'])
  })
})
