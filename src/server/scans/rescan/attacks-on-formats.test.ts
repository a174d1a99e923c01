import { describe, expect, test } from 'vitest'
import { patchProject } from '#contract/operations/projects.ts'
import { undoTriage } from '#contract/operations/triage.ts'
import { result, semgrep } from '../testing/upload.ts'
import { bom, library, type Match, sarif, semgrepJson, semgrepSarif } from './testing/hand-written.ts'
import { PlainProject } from './testing/plain-project.ts'

describe('Semgrep', () => {
  const print = (letter: string, index: number) => `${letter.repeat(40)}_${index}`
  const before: Match[] = [
    { path: 'a.js', line: 10, code: 'eval(x)', fingerprint: print('a', 0) },
    { path: 'a.js', line: 20, code: 'eval(x)', fingerprint: print('a', 1) },
    { path: 'a.js', line: 30, code: 'eval(y)', fingerprint: print('b', 0) },
  ]
  const moved = before.map((each) => ({ ...each, line: (each.line ?? 0) + 3 }))

  test.each([
    ['JSON, then SARIF', semgrepJson, semgrepSarif],
    ['SARIF, then JSON', semgrepSarif, semgrepJson],
  ])('%s of a moved file, and back → the decision is kept', async (_, first, second) => {
    const project = await PlainProject.start()
    await project.scan(first(before))
    await project.ignore('a.js:20')
    await project.scan(second(moved))
    expect(await project.there()).toEqual(['a.js:13 open', 'a.js:23 ignored', 'a.js:33 open'])
    await project.scan(first(before))
    expect(await project.there()).toEqual(['a.js:10 open', 'a.js:20 ignored', 'a.js:30 open'])
  })

  test('SARIF whose code and fingerprint are withheld: another match of the rule instead → it is open', async () => {
    const withheld = { path: 'a.js', code: 'requires login', fingerprint: 'requires login' }
    const project = await PlainProject.start()
    await project.scan(semgrepSarif([{ ...withheld, line: 10 }]))
    await project.ignore('a.js:10')
    await project.scan(semgrepSarif([{ ...withheld, line: 80 }]))
    expect(await project.there()).toEqual(['a.js:80 open uncertain'])
  })

  test('ignored, then muted by a comment while it moves, then no longer → the decision is kept', async () => {
    const file = (line: number, muted: boolean) => {
      const one = result('no-eval', 'a.js', 'eval(x)', line)
      return semgrep([{ ...one, extra: { ...one.extra, is_ignored: muted } }])
    }
    const project = await PlainProject.start()
    await project.scan(file(10, false))
    await project.ignore('a.js:10')
    for (const [line, muted] of [
      [14, true],
      [20, true],
      [22, false],
    ] as const)
      await project.scan(file(line, muted))
    expect(await project.there()).toEqual(['a.js:22 ignored'])
  })

  test('parts out of order, one of them twice, and one that failed → nothing changes', async () => {
    const both: Match[] = ['a.js', 'b.js'].map((path) => ({ path, line: 5 }))
    const failed = {
      version: '1.97.0',
      results: [],
      errors: [{ code: 2, level: 'error', type: 'Fatal error', message: 'Out of memory' }],
      paths: { scanned: [] },
    }
    const project = await PlainProject.start()
    await project.scan(semgrepJson(both))
    await project.ignore('b.js:5')
    const commit = 'f'.repeat(40)
    for (const part of ['2/2', '2/2']) await project.scan(semgrepJson(both.slice(1)), { part, commit })
    await project.scan(failed, { part: '1/2', commit })
    expect(await project.there()).toEqual(['a.js:5 open', 'b.js:5 ignored'])
  })
})

test('CodeQL: one of two runs in a file failed → nothing is fixed', async () => {
  const project = await PlainProject.start()
  const file = sarif(
    ['a.js', 'b.py'].map((path) => ({ path, line: 3, code: 'eval(x)' })),
    'CodeQL',
  )
  await project.scan(file)
  const runs = file.runs.flatMap((run) => [
    { ...run, results: run.results.slice(0, 1) },
    { ...run, results: null },
  ])
  await project.scan({ ...file, runs })
  expect(await project.there()).toEqual(['a.js:3 open', 'b.py:3 open'])
})

describe('decisions', () => {
  const at = (line: number) => semgrepJson([{ path: 'a.js', line, code: 'eval(x)' }])

  test('undone after the finding moved → it is open where it stands now', async () => {
    const project = await PlainProject.start()
    await project.scan(at(5))
    const change = await project.ignore('a.js:5')
    await project.scan(at(9))
    await project.service.call(undoTriage, { path: { change_id: change } })
    expect(await project.there()).toEqual(['a.js:9 open'])
  })

  test('made on a branch that became the primary one → another branch inherits it', async () => {
    const [develop, other] = ['refs/heads/develop', 'refs/heads/other']
    const project = await PlainProject.start()
    await project.scan(at(5))
    await project.scan(at(5), { ref: develop })
    const body = { primary_branch: develop }
    await project.service.call(patchProject, { path: { projectName: project.name }, body })
    await project.ignore('a.js:5', develop)
    await project.scan(at(8), { ref: other })
    expect(await project.there(other)).toEqual(['a.js:8 ignored'])
  })
})

describe('CycloneDX', () => {
  const advisories = { lodash: 'CVE-2021-23337', marked: 'CVE-2022-21680' }
  const marked = library('marked', '1.0.0')

  test('the project is called otherwise, then a version is newer, too → the decision is kept', async () => {
    const project = await PlainProject.start('sca')
    await project.scan(bom('shop', [library('lodash', '4.17.15'), marked], advisories))
    await project.ignore('lodash@4.17.15 shop.cdx.json')
    await project.scan(bom('acme-shop', [library('lodash', '4.17.15'), marked], advisories))
    await project.scan(bom('web', [library('lodash', '4.17.19'), marked], advisories))
    expect(await project.there()).toEqual([
      'lodash@4.17.19 web.cdx.json ignored',
      'marked@1.0.0 web.cdx.json open',
    ])
  })

  test('a package in two manifests, listed twice, then in one of them, then in both → each keeps its own', async () => {
    const both = ['a/package-lock.json', 'b/package-lock.json'].map((path) =>
      library('lodash', '4.17.15', path),
    )
    const once = bom('shop', both, advisories)
    const project = await PlainProject.start('sca')
    await project.scan(once)
    await project.ignore('lodash@4.17.15 a/package-lock.json')
    const expected = ['lodash@4.17.15 a/package-lock.json ignored', 'lodash@4.17.15 b/package-lock.json open']
    await project.scan({ ...once, vulnerabilities: [...once.vulnerabilities, ...once.vulnerabilities] })
    expect(await project.there()).toEqual(expected)
    await project.scan(bom('shop', both.slice(1), advisories))
    expect(await project.there()).toEqual(expected.slice(1))
    await project.scan(once)
    expect(await project.there()).toEqual(expected)
  })

  test('another version was open under an alias of the ignored one, which was fixed → it is open', async () => {
    const [ghsa, cve] = ['GHSA-35jh-r3h4-6jhm', 'CVE-2021-23337']
    const project = await PlainProject.start('sca')
    const of = (versions: readonly string[], id: string, aliases: readonly string[] = []) => {
      const components = versions.map((version) => library('lodash', version))
      const references = aliases.map((alias) => ({ id: alias, source: { name: 'NVD' } }))
      return bom('shop', components, { lodash: id }, { references })
    }
    await project.scan(of(['4.17.15'], ghsa, [cve]))
    await project.ignore('lodash@4.17.15 shop.cdx.json')
    await project.scan(of(['4.17.15', '3.10.0'], cve))
    await project.scan(of(['3.10.0'], cve))
    await project.scan(of(['3.10.0'], ghsa))
    expect(await project.there()).toEqual(['lodash@3.10.0 shop.cdx.json open uncertain'])
  })

  test('another version was open under another id and is bumped as its id becomes the ignored one → it is open', async () => {
    const [ghsa, cve] = ['GHSA-35jh-r3h4-6jhm', 'CVE-2021-23337']
    const project = await PlainProject.start('sca')
    const of = (version: string, id: string) => bom('shop', [library('lodash', version)], { lodash: id })
    await project.scan(of('4.17.15', ghsa))
    await project.ignore('lodash@4.17.15 shop.cdx.json')
    await project.scan(of('3.10.0', cve))
    await project.scan(of('3.10.1', ghsa))
    expect(await project.there()).toEqual(['lodash@3.10.1 shop.cdx.json open uncertain'])
  })

  test('said to be not affected, then resolved, then nothing → the decision is kept', async () => {
    const of = (analysis?: string) =>
      bom(
        'shop',
        [library('lodash', '4.17.15')],
        advisories,
        analysis ? { analysis: { state: analysis } } : {},
      )
    const project = await PlainProject.start('sca')
    await project.scan(of())
    await project.ignore('lodash@4.17.15 shop.cdx.json')
    for (const analysis of ['not_affected', 'resolved', undefined]) await project.scan(of(analysis))
    expect(await project.there()).toEqual(['lodash@4.17.15 shop.cdx.json ignored'])
  })
})

test('gitleaks: one value in three files, the ignored one gone and another one new → that one is open', async () => {
  const value = `AKIA${'Q'.repeat(8)}${'7'.repeat(8)}`
  const leaks = (...places: [string, number][]) =>
    sarif(
      places.map(([path, line]) => ({ rule: 'aws-access-token', path, line, code: value })),
      'gitleaks',
    )
  const project = await PlainProject.start('secrets')
  await project.scan(leaks(['a', 1], ['b', 1], ['c', 1]))
  await project.ignore('b:1')
  await project.scan(leaks(['b', 7], ['c', 1]))
  expect(await project.there()).toEqual(['b:7 ignored', 'c:1 open'])
  await project.scan(leaks(['c', 1], ['d', 1]))
  expect(await project.there()).toEqual(['c:1 open', 'd:1 open uncertain'])
  await project.scan(leaks(['a', 1], ['b', 1], ['c', 1]))
  expect(await project.there()).toEqual(['a:1 open', 'b:1 ignored', 'c:1 open'])
})

test('gitleaks, masked: an open one may have moved to where an ignored one was fixed → it is open', async () => {
  const leaks = (...lines: number[]) =>
    sarif(
      lines.map((line) => ({ rule: 'aws-access-token', path: 'a', line, code: 'REDACTED' })),
      'gitleaks',
    )
  const project = await PlainProject.start('secrets')
  await project.scan(leaks(19))
  await project.ignore('a:19')
  await project.scan(leaks(40))
  await project.scan(leaks(19))
  expect(await project.there()).toEqual(['a:19 open uncertain'])
})

test('findings answer: equal findings of one id base, the first one gone, then back → the second keeps its decision', async () => {
  const of = (...lines: number[]) => ({
    findings: lines.map((line, index) => ({
      id: index + 1,
      match_based_id: `abcdefabcdef_${index}`,
      rule_name: 'no-eval',
      rule_message: 'Do not.',
      severity: 'high',
      state: 'unresolved',
      status: 'open',
      location: { file_path: 'a.js', line, column: 1, end_line: line, end_column: 9 },
    })),
  })
  const project = await PlainProject.start()
  await project.scan(of(10, 20))
  await project.ignore('a.js:20')
  await project.scan(of(20))
  expect(await project.there()).toEqual(['a.js:20 ignored'])
  await project.scan(of(10, 20))
  expect(await project.there()).toEqual(['a.js:10 open', 'a.js:20 ignored'])
})
