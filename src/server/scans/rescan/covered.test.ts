import { describe, expect, test } from 'vitest'
import { allOf, fixInPlace } from './testing/edits.ts'
import { codeQl } from './testing/formats/codeql.ts'
import { cycloneDx } from './testing/formats/cyclonedx.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { gitleaks } from './testing/formats/gitleaks.ts'
import { bareSarif, sarifWithSnippet } from './testing/formats/plain-sarif.ts'
import { semgrepCommunity, semgrepWithFingerprint, semgrepWithLines } from './testing/formats/semgrep.ts'
import type { Repository } from './testing/repository.ts'
import { ordersFile, shop, subjectOf } from './testing/subjects.ts'
import { sharedProjects } from './testing/table.ts'
import type { TestProject } from './testing/test-project.ts'

const newProject = sharedProjects()

const semgrepFormats = [semgrepWithLines, semgrepCommunity, semgrepWithFingerprint]
const sarifFormats = [codeQl, sarifWithSnippet, bareSarif, gitleaks]

async function start(format: LineFormat) {
  const project = await newProject(format)
  const before = shop(subjectOf(format), 'both')
  await project.scan(before)
  await project.decide('decided')
  return { project, before }
}

/** Rows as a person sees them, but for the times. */
const seen = async (project: TestProject<Repository>) =>
  (await project.rows()).toSorted((one, other) => one.id - other.id)

/** The file is taken as a scan that failed, and changes no finding. */
async function expectFailed(project: TestProject<Repository>, file: unknown) {
  const before = await seen(project)
  const response = await project.send(file)
  expect(await seen(project)).toEqual(before)
  expect(response.status, response.text).toBeLessThan(300)
  expect(response.body.report).toMatchObject({ new: 0, fixed: 0 })
  expect((await project.newestScan())?.status).toBe('SCAN_STATUS_ERROR')
}

/** The states of the flaws that were found before, after a report of less. */
async function statesAfter(project: TestProject<Repository>, file: unknown): Promise<Record<string, string>> {
  const rows = await project.found()
  expect((await project.send(file)).status).toBe(201)
  const after = new Map((await project.rows()).map((row) => [row.id, row.state]))
  return Object.fromEntries([...rows].map(([truth, { id }]) => [truth, after.get(id) ?? 'removed']))
}

const fatal = (more: object) => ({ code: 2, level: 'error', type: 'SemgrepError', ...more })

describe.each(semgrepFormats)('$name', (format) => {
  test.each([
    [
      'an unknown target',
      { errors: [fatal({ message: 'Invalid scanning root: srv' })], paths: { scanned: [] } },
    ],
    [
      'an invalid rule',
      {
        errors: [
          fatal({
            code: 4,
            type: 'InvalidRuleSchemaError',
            message: 'Invalid rule schema',
            spans: [{ file: 'rules.yml', start: { line: 3, col: 5 }, end: { line: 3, col: 9 } }],
          }),
        ],
        paths: { scanned: [] },
      },
    ],
    [
      'a crash of its core',
      { errors: [fatal({ type: ['Fatal error'], message: 'Out of memory' })], paths: {} },
    ],
    [
      'an error without a path, though it lists files',
      { errors: [fatal({ message: 'The engine stopped' })], paths: { scanned: [ordersFile] } },
    ],
  ])(`${format.name}: failed run by %s → nothing changes`, async (_, { errors, paths }) => {
    const { project } = await start(format)
    await expectFailed(project, { version: '1.97.0', results: [], errors, paths })
  })

  const span = { start: { line: 25, col: 1, offset: 0 }, end: { line: 40, col: 1, offset: 900 } }
  test.each([
    ['of today', { type: ['PartialParsing', [{ path: ordersFile, ...span }]], path: ordersFile }],
    ['with spans', { type: 'PartialParsing', path: ordersFile, spans: [{ file: ordersFile, ...span }] }],
  ])(`${format.name}: partial parse %s → what was not parsed stays as it is`, async (_, error) => {
    const { project, before } = await start(format)
    const file = writeWith(format, allOf(fixInPlace('decided'), fixInPlace('below'))(before), {
      errors: [{ code: 3, level: 'warn', message: 'Syntax error', ...error }],
    })
    expect(await statesAfter(project, file)).toMatchObject({
      above: 'unresolved',
      decided: 'unresolved',
      below: 'fixed',
    })
  })

  test(`${format.name}: a rule that failed → its findings stay as they are`, async () => {
    const { project, before } = await start(format)
    const { rule } = subjectOf(format).decided
    const file = writeWith(format, allOf(fixInPlace('decided'), fixInPlace('below'))(before), {
      errors: [{ code: 2, level: 'warn', type: 'Rule parse error', rule_id: rule, message: 'Bad pattern' }],
    })
    expect(await statesAfter(project, file)).toMatchObject({ decided: 'unresolved', below: 'fixed' })
  })

  test(`${format.name}: a rule that took too long on a file → its findings there stay as they are`, async () => {
    const { project, before } = await start(format)
    const { rule } = subjectOf(format).decided
    const file = writeWith(format, fixInPlace('decided')(before), {
      errors: [
        { code: 2, level: 'warn', type: 'Timeout', rule_id: rule, path: ordersFile, message: 'Timeout' },
      ],
    })
    expect(await statesAfter(project, file)).toMatchObject({ decided: 'unresolved' })
  })
})

const writeWith = (format: LineFormat, state: Repository, more: object) =>
  Object.assign({}, format.write(state, {}), more)

/** The SARIF of a format with its only run changed. */
function withRun(format: LineFormat, state: Repository, change: (run: object) => object) {
  const log: unknown = format.write(state, {})
  const { runs, ...rest } = Object.assign({ runs: [] }, log)
  return { ...rest, runs: runs.map(change) }
}

const notified = (notification: object) => ({
  invocations: [
    {
      executionSuccessful: true,
      toolExecutionNotifications: [{ message: { text: 'Failed' }, ...notification }],
    },
  ],
})

describe.each(sarifFormats)('$name', (format) => {
  test.each<[string, (run: object) => object]>([
    ['no `results`', (run) => Object.assign({}, run, { results: undefined })],
    ['`results` that are null', (run) => ({ ...run, results: null })],
    ['an error without a location', (run) => ({ ...run, results: [], ...notified({ level: 'error' }) })],
    [
      '`executionSuccessful` false',
      (run) => ({ ...run, results: [], invocations: [{ executionSuccessful: false }] }),
    ],
  ])(`${format.name}: failed run with %s → nothing changes`, async (_, change) => {
    const { project, before } = await start(format)
    await expectFailed(project, withRun(format, before, change))
  })

  test(`${format.name}: an error with a location → that file's findings stay as they are`, async () => {
    const { project, before } = await start(format)
    const less = allOf(fixInPlace('decided'), fixInPlace('user hash'))(before)
    const locations = [{ physicalLocation: { artifactLocation: { uri: ordersFile } } }]
    const file = withRun(format, less, (run) => ({ ...run, ...notified({ level: 'error', locations }) }))
    expect(await statesAfter(project, file)).toMatchObject({ decided: 'unresolved', 'user hash': 'fixed' })
  })
})

test('CycloneDX vulnerabilities: a bill without a list of vulnerabilities → nothing changes', async () => {
  const project = await newProject(cycloneDx)
  const advisories = [{ name: 'redirect', ghsa: 'GHSA-cxjh-pqwp-8mfp' }]
  const state = [
    { truth: 'decided', name: 'lodash', version: '4.17.15', manifest: 'package-lock.json', advisories },
  ]
  await project.scan(state)
  await project.decide('decided')
  const before = await project.rows()
  await project.send(Object.assign({}, cycloneDx.write(state, {}), { vulnerabilities: undefined }))
  expect(await project.rows()).toEqual(before)
})

describe('a file of another tool changes nothing', () => {
  test.each([
    ['Checkmarx', { totalCount: 0, results: [], scanID: 'd2b5' }],
    ['Talisman', { summary: { types: { filecontent: 0 } }, results: [] }],
    ['OSV-Scanner', { results: [] }],
    [
      'SonarQube',
      { total: 1, issues: [], components: [{ key: 'shop:app.py', path: 'app.py', enabled: true }] },
    ],
    ['Trivy, of a cluster', { ClusterName: 'shop', Findings: [] }],
    ['Snyk', { vulnerabilities: [], ok: true, dependencyCount: 12 }],
    ['SPDX 3', { '@context': 'https://spdx.example/3.0.1/context.jsonld', '@graph': [] }],
    ['a draft of SARIF', { version: '2.0.0-csd.2.beta.2018-10-10', runs: [] }],
  ])('%s', async (_, file) => {
    for (const format of [semgrepWithLines, codeQl]) {
      const { project } = await start(format)
      const before = await seen(project)
      const response = await project.send(file)
      expect(await seen(project)).toEqual(before)
      expect(Math.floor(response.status / 100), response.text).toBe(4)
    }
  })

  test('Bandit, an empty report of which is one of another source', async () => {
    const file = { errors: [], generated_at: '2026-01-15T11:58:00Z', metrics: { _totals: {} }, results: [] }
    const { project } = await start(semgrepWithLines)
    const before = await seen(project)
    expect((await project.send(file)).status).toBe(201)
    expect(await seen(project)).toEqual(before)
  })
})
