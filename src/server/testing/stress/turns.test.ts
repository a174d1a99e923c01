import { expect, test } from 'vitest'
import { createComment } from '#contract/operations/comments.ts'
import { listDependencies } from '#contract/operations/dependencies.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { setCodeowners } from '#contract/operations/owners.ts'
import { importVex } from '#contract/operations/vex.ts'
import { result, semgrep, upload } from '../../scans/testing/upload.ts'
import { startTestService } from '../service.ts'
import { longest, longestTurn } from './longest-turn.ts'

const sbom = (components: readonly object[], more: object = {}) =>
  Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components, ...more }))

test('patterns and paths that a committer controls are matched elsewhere', async () => {
  const service = await startTestService()
  const paths = Array.from({ length: 150 }, (_, at) => `${at}/${'a'.repeat(3900)}`)
  const file = Buffer.from(JSON.stringify(semgrep(paths.map((path) => result('xss', path, 'x', 1)))))
  const pattern = (at: number) => `**/*a?a?a?a*a${at}* @acme/attacker`
  const content = Array.from({ length: 2900 }, (_, at) => pattern(at)).join('\n')
  await upload(service, file)
  const query = { project: 'acme/shop' }
  expect(
    await longestTurn(service, () => service.call(setCodeowners, { query, body: { content } })),
  ).toBeLessThan(longest)
  const next = Buffer.from(JSON.stringify(semgrep(paths.map((path) => result('sqli', path, 'x', 1)))))
  expect(await longestTurn(service, () => upload(service, next))).toBeLessThan(longest)
}, 120_000)

test('a hundred package filters are held against all packages in slices', async () => {
  const service = await startTestService()
  const components = Array.from({ length: 30_000 }, (_, at) => ({
    type: 'library',
    name: `p${at}`,
    version: `${at}.${at}.${at}-alpha.${at}`,
    purl: `pkg:npm/p${at}@${at}.${at}.${at}-alpha.${at}`,
  }))
  await upload(service, sbom(components))
  const packageFilters = Array.from({ length: 100 }, (_, at) => ({
    ecosystem: 'npm',
    versionLowerBound: `>=${40_000 + at}.0.0-alpha.beta.1`,
  }))
  const body = { pageSize: 1, dependencyFilter: { packageFilters } }
  await service.call(listDependencies, { body: { pageSize: 1 } })
  expect(await longestTurn(service, () => service.call(listDependencies, { body }))).toBeLessThan(longest)
}, 120_000)

test('a few findings with much code are compared in slices', async () => {
  const service = await startTestService()
  const code = (at: number, word: string) =>
    Array.from({ length: 399 }, (_, line) => `${word}${line} = v${at} + ${'a+'.repeat(60)}b`).join('\n')
  const file = (word: string) =>
    Buffer.from(
      JSON.stringify(
        semgrep(
          Array.from({ length: 90 }, (_, at) => {
            const found = result('xss', 'a.py', code(at, word), 1 + (at % 20))
            const end = { line: found.start.line + 398, col: 9 }
            return { ...found, end, extra: { ...found.extra, fingerprint: '' } }
          }),
        ),
      ),
    )
  await upload(service, file('x'), { commit: 'a1' })
  const next = file('y')
  expect(await longestTurn(service, () => upload(service, next, { commit: 'b2' }))).toBeLessThan(longest)
}, 120_000)

test('ranges of a VEX document are read once and held against versions in slices', async () => {
  const service = await startTestService()
  const versions = Array.from({ length: 1500 }, (_, at) => `${at}.0.1`)
  const components = versions.map((version, at) => ({
    type: 'library',
    'bom-ref': `c${at}`,
    name: 'lodash',
    version,
    purl: `pkg:npm/lodash@${version}`,
  }))
  const vulnerabilities = [
    {
      id: 'CVE-2024-1',
      ratings: [{ severity: 'high' }],
      affects: components.map((each) => ({ ref: each['bom-ref'] })),
    },
  ]
  await upload(service, sbom(components, { vulnerabilities }))
  const range = `vers:npm/${Array.from({ length: 190 }, (_, at) => `${at % 2 ? '<' : '>='}${at + 1}.0.0`).join('|')}`
  const document = sbom([{ type: 'library', 'bom-ref': 'c', name: 'lodash', purl: 'pkg:npm/lodash' }], {
    vulnerabilities: Array.from({ length: 20 }, () => ({
      id: 'CVE-2024-1',
      analysis: { state: 'not_affected', justification: 'code_not_reachable' },
      affects: [{ ref: 'c', versions: [{ range, status: 'unaffected' }] }],
    })),
  })
  const query = { project: 'acme/shop', dry_run: true }
  const send = () => service.call(importVex, { query, body: document })
  expect(await longestTurn(service, send)).toBeLessThan(longest)
}, 120_000)

test('texts of people cost what their length says', async () => {
  const service = await startTestService()
  const files = Array.from({ length: 500 }, (_, at) => result('xss', `${'a/'.repeat(1900)}${at}.py`, 'x', 1))
  await upload(service, semgrep(files))
  const { body } = await service.call(listFindings, {})
  const id = body.sastFindings?.findings?.[0]?.id ?? 0
  for (const text of [
    '@a'.repeat(2500),
    'a://b:c'.repeat(700),
    `${'`'.repeat(4999)}x`,
    'a?token=%2'.repeat(500),
  ])
    expect(
      await longestTurn(service, () => service.call(createComment, { path: { id }, body: { text } })),
    ).toBeLessThan(longest)
  for (const query of [{ path: '*a/*a'.repeat(90) }, { q: 'a/'.repeat(100) }])
    expect(await longestTurn(service, () => service.call(listFindings, { query }))).toBeLessThan(longest)
}, 120_000)
