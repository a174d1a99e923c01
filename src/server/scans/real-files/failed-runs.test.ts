import { describe, expect, test } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { acceptScan, getScan, searchScans } from '#contract/operations/scans.ts'
import { sast } from '#server/reports/readers/gitlab/testing/sample.ts'
import { issue, report as snyk } from '#server/reports/readers/snyk/testing/sample.ts'
import { dependencyCheckXml } from '#server/reports/testing/dependency-check-xml.ts'
import { repeatedOnEngine } from '#server/testing/database.ts'
import { result, semgrep } from '../testing/upload.ts'
import { sarif, sarifResult } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

const error = { level: 'error', message: { text: 'The index could not be built.' } }
const missingClasses = {
  descriptor: { id: 'spotbugs-missing-classes' },
  level: 'error',
  message: { text: 'Classes needed for analysis were missing: [render, submit]' },
}

/** What a SARIF run that failed says of itself, and a message of it. */
const invocations: [tool: string, says: string, invocation: object, message: string | null][] = [
  ['Scan', 'that it failed', { executionSuccessful: false }, null],
  ['Scan', 'that it failed, as a text', { executionSuccessful: 'False' }, null],
  [
    'CodeQL',
    'an error that is about no file',
    { executionSuccessful: true, toolExecutionNotifications: [error] },
    'The index could not be built.',
  ],
  [
    'SpotBugs',
    'that classes are missing, as versions before December 2023 do',
    {
      ...{ exitCode: 3, exitSignalName: 'MISSING CLASS,BUGS FOUND', executionSuccessful: false },
      toolExecutionNotifications: [missingClasses],
    },
    missingClasses.message.text,
  ],
  [
    'SpotBugs',
    'that classes are missing, as later versions do',
    { exitCode: 1, executionSuccessful: true, toolExecutionNotifications: [missingClasses] },
    missingClasses.message.text,
  ],
  [
    'SpotBugs',
    'that it had errors beside bugs',
    { exitCode: 5, exitCodeDescription: 'ERROR,BUGS FOUND', executionSuccessful: false },
    null,
  ],
  ['SpotBugs', 'that it could not start', { exitCode: 4, executionSuccessful: false }, null],
  ['Lint', 'bugs, and is not SpotBugs', { exitCode: 1, executionSuccessful: false }, null],
  [
    'PMD',
    'that a file could not be parsed',
    {
      executionSuccessful: false,
      toolConfigurationNotifications: [],
      toolExecutionNotifications: [
        {
          locations: [{ physicalLocation: { artifactLocation: { uri: 'src/known.ts' } } }],
          message: { text: 'ParseException: the file ends at line 3' },
          exception: { message: 'the file ends' },
        },
      ],
    },
    'ParseException: the file ends at line 3',
  ],
  [
    'ESLint',
    'that a file could not be parsed',
    {
      executionSuccessful: false,
      toolConfigurationNotifications: [
        {
          descriptor: { id: 'ESL0999' },
          level: 'error',
          message: { text: 'Parsing error: Unexpected token' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'src/known.ts' } } }],
        },
      ],
    },
    'Parsing error: Unexpected token',
  ],
]

const found = (rule: string) => sarifResult(rule, `src/${rule}.ts`, 12)
const [known, fresh] = [found('known'), found('fresh')]
const injection = {
  ...sast.vulnerabilities[0],
  identifiers: [{ type: 'semgrep_id', name: 'fresh', value: 'fresh' }],
}
const secondIssue = { ...issue, id: 'SNYK-JS-FRESH-1', packageName: 'fresh', moduleName: 'fresh' }
const jar = (name: string) => ({
  ...{
    fileName: `${name}.jar`,
    filePath: `lib/${name}.jar`,
    packages: [{ id: `pkg:maven/org.acme/${name}@2.0` }],
  },
  vulnerabilities: [{ name: 'CVE-2026-31', severity: 'HIGH', description: 'Unsafe.' }],
})
const dependencyCheck = (name: string, scanInfo: object) => ({
  ...{ reportSchema: '1.1', scanInfo: { engineVersion: '12.1.0', ...scanInfo } },
  ...{ projectInfo: { name: 'shop', reportDate: '2026-01-14T08:00:00Z' }, dependencies: [jar(name)] },
})
const analysisExceptions = [{ exception: { message: 'OSS Index: 401 Unauthorized' } }]
const withErrors = (...errors: object[]) => ({ ...semgrep([result('fresh', 'b.py', 'f()')]), errors })

/** A file of a run that succeeded, and one of a run that failed, which lacks what the first has. */
const files: [format: string, good: unknown, failed: unknown][] = [
  ...invocations.map(([tool, says, invocation]): [string, unknown, unknown] => [
    `${tool} that says ${says}`,
    sarif(tool, [known]),
    sarif(tool, [fresh], { invocations: [invocation] }),
  ]),
  ['SARIF with results elsewhere', sarif('Scan', [known]), externalResults()],
  ['GitLab', sast, { ...sast, vulnerabilities: [injection], scan: { ...sast.scan, status: 'failure' } }],
  [
    'GitLab with a fatal message',
    sast,
    {
      ...{ ...sast, vulnerabilities: [injection] },
      scan: { ...sast.scan, messages: [{ level: 'fatal', value: 'The analyzer crashed.' }] },
    },
  ],
  [
    'Semgrep with an error of the whole run',
    semgrep([result('known', 'a.py', 'k()')]),
    withErrors({ code: 2, level: 'error', type: 'FatalError', message: 'out of memory' }),
  ],
  [
    'Semgrep without scanned files',
    semgrep([result('known', 'a.py', 'k()')]),
    { ...withErrors({ code: 3, level: 'warn', type: 'Timeout', path: 'a.py' }), paths: { scanned: [] } },
  ],
  [
    'Dependency-Check with an analysis that failed',
    dependencyCheck('known', {}),
    dependencyCheck('fresh', { analysisExceptions }),
  ],
  [
    'Dependency-Check in XML with an analysis that failed',
    dependencyCheckXml(dependencyCheck('known', {})),
    dependencyCheckXml(dependencyCheck('fresh', { analysisExceptions })),
  ],
  [
    'Snyk with a project that was not tested',
    { ...snyk, vulnerabilities: [issue], filtered: {} },
    [
      { ...snyk, vulnerabilities: [secondIssue], filtered: {} },
      { ok: false, error: 'Could not detect a package manager', path: '/src/api' },
    ],
  ],
]

function externalResults() {
  const file = sarif('Scan', [fresh])
  const [run] = file.runs
  return {
    ...file,
    runs: [{ ...run, externalPropertyFileReferences: { results: [{ location: { uri: 'rest.json' } }] } }],
  }
}

/** A file of a run that says it failed. */
const failed = (...rules: string[]) =>
  sarif('Scan', rules.map(found), { invocations: [{ executionSuccessful: false }] })
const good = (...rules: string[]) => sarif('Scan', rules.map(found))

const statesIn = async (shop: Project) =>
  [...(await shop.code()), ...(await shop.vulnerabilities())].map(({ state }) => state)
const openIn = async (shop: Project) =>
  (await shop.code()).flatMap(({ status, rule_name: rule }) => (status === 'open' ? [rule] : []))

describe('a run that says it failed', () => {
  test.each(repeatedOnEngine(files))('adds what it found, and fixes nothing: %s', async (_, good, failed) => {
    const shop = await project()
    const first = await shop.send(good)
    expect(first).toMatchObject({ status: 'SCAN_STATUS_COMPLETED', report: { new: 1 } })
    expect(await shop.send(failed)).toMatchObject({
      status: 'SCAN_STATUS_ERROR',
      failure: expect.any(String),
      report: { read: 1, new: 1, fixed: 0, removed: 0, unchanged: 0 },
      stats: { findings: 1 },
    })
    expect(await statesIn(shop)).toEqual(['unresolved', 'unresolved'])
    // The next run that succeeds says what is gone.
    const last = await shop.send(good)
    expect(last).toMatchObject({ status: 'SCAN_STATUS_COMPLETED', report: { fixed: 1, unchanged: 1 } })
  })

  test.each(repeatedOnEngine(invocations))(
    'shows its messages and its state: %s, %s',
    async (tool, _, invocation, message) => {
      const shop = await project()
      const { id, failure } = await shop.send(sarif(tool, [fresh], { invocations: [invocation] }))
      const scan = await shop.service.call(getScan, { path: { scanId: id }, query: { include: 'summary' } })
      const { summary } = scan.body
      expect(scan.body.failure).toBe(failure)
      expect(summary).toMatchObject({ status: 'SCAN_STATUS_ERROR', failure, report: { new: 1 } })
      expect(summary?.errors.map((each) => each.message)).toEqual(message === null ? [] : [message])
      const { scans } = (await shop.service.call(searchScans, { body: { repos: [shop.name] } })).body
      expect(scans).toMatchObject([{ status: 'SCAN_STATUS_ERROR', failure, findings_counts: { total: 1 } }])
    },
  )

  test('reopens what was fixed, and neither it nor a good one after it is a repetition', async () => {
    const shop = await project()
    const commit = { commit: 'c0ffee' }
    await shop.send(good('known', 'fresh'), commit)
    await shop.send(good('known'), commit)
    const { report } = await shop.send(failed('fresh'), commit)
    expect(report).toMatchObject({ new: 0, reopened: 1, fixed: 0 })
    expect(await openIn(shop)).toEqual(['known', 'fresh'])
    expect((await shop.send(failed('fresh'), commit)).report).toMatchObject({ unchanged: 1 })
    const last = await shop.send(good('known'), commit)
    expect(last).toMatchObject({ repeated: false, report: { fixed: 1, unchanged: 1 } })
  })

  test('is shown on the primary branch of a project that has no other run', async () => {
    const shop = await project()
    await shop.send(failed('fresh'))
    const query = { issue_type: 'sast', primary_ref: 'true', repos: shop.name }
    const { body } = await shop.service.call(listFindings, { query })
    expect(body.sastFindings?.findings).toHaveLength(1)
  })

  test.each([
    ['without `results`', {}],
    ['with `results` that are null', { results: null }],
    ['without `results` that says it succeeded', { invocations: [{ executionSuccessful: true }] }],
    ['with an empty list', { results: [], invocations: [{ executionSuccessful: false }] }],
  ])('changes nothing %s', async (_, run) => {
    const shop = await project()
    await shop.send(good('known', 'fresh'))
    const before = await shop.code()
    const file = { version: '2.1.0', runs: [{ tool: { driver: { name: 'Scan' } }, ...run }] }
    expect(await shop.send(file)).toMatchObject({
      status: 'SCAN_STATUS_ERROR',
      report: { read: 0, new: 0, fixed: 0, removed: 0, unchanged: 0 },
    })
    expect(await shop.code()).toEqual(before)
  })
})

test.each([
  ['exit code 1', { exitCode: 1 }],
  ['the words of its exit code', { exitCode: 1, exitSignalName: 'BUGS FOUND' }],
  ['the words alone', { exitCodeDescription: 'BUGS FOUND' }],
  ['a warning', { exitCode: 1, toolExecutionNotifications: [{ ...error, level: 'warning' }] }],
])('SpotBugs that only found bugs has succeeded and covers all that it analysed: %s', async (_, says) => {
  const shop = await project()
  const invocation = { executionSuccessful: false, toolExecutionNotifications: [], ...says }
  const file = (...rules: string[]) => sarif('SpotBugs', rules.map(found), { invocations: [invocation] })
  await shop.send(file('known', 'fresh'))
  expect(await shop.send(file('fresh'))).toMatchObject({
    status: 'SCAN_STATUS_COMPLETED',
    failure: null,
    report: { unchanged: 1, fixed: 1 },
  })
})

describe('what a failed run found', () => {
  const hour = 3_600_000

  test('is not fixed by an older scan that arrives later', async () => {
    const shop = await project()
    const { now } = shop.service.clock
    const ago = (hours: number) => ({ started_at: new Date(now - hours * hour).toISOString() })
    await shop.send(good('known', 'old'), ago(4))
    await shop.send(failed('known', 'fresh'), ago(2))
    expect((await shop.send(good('other'), ago(3))).report).toMatchObject({ new: 1, fixed: 1 })
    expect(await openIn(shop)).toEqual(['known', 'fresh', 'other'])
    // A failed run that is late itself changes nothing, as any late one.
    expect(await shop.send(failed('late'), ago(5))).toMatchObject({
      status: 'SCAN_STATUS_ERROR',
      report: { new: 0, left_out: [{ count: 1 }] },
    })
  })

  test('is not fixed by a scan that was held before, which it does not replace', async () => {
    const shop = await project()
    await shop.send(good('one', 'two', 'three', 'four', 'five', 'six'))
    const { id: scanId, status } = await shop.send(good())
    expect(status).toBe('SCAN_STATUS_PENDING')
    await shop.send(failed('six', 'fresh'))
    const accepted = await shop.service.call(acceptScan, { path: { scanId } })
    expect(accepted.body.report.fixed).toBe(5)
    expect(await openIn(shop)).toEqual(['six', 'fresh'])
  })

  test('keeps the first good scan of a category from no finding of another one', async () => {
    const shop = await project()
    const nightly = { category: 'nightly' }
    await shop.send(good('known', 'fresh'))
    await shop.send(failed('fresh'), nightly)
    await shop.send(good('known', 'fresh'), nightly)
    expect(await shop.code()).toHaveLength(2)
  })
})
