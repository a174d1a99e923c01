import { describe, expect, test } from 'vitest'
import { repeatedOnEngine } from '#server/testing/database.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

const lodash = {
  id: 'SNYK-JS-LODASH-1040724',
  title: 'Command Injection',
  severity: 'high',
  packageName: 'lodash',
  name: 'lodash',
  version: '4.17.20',
  from: ['shop@1.0.0', 'lodash@4.17.20'],
  identifiers: { CVE: ['CVE-2021-23337'], CWE: ['CWE-78'] },
  fixedIn: ['4.17.21'],
}
const snyk = (vulnerabilities: object[], more: object = {}) => ({
  ok: vulnerabilities.length === 0,
  vulnerabilities,
  dependencyCount: 12,
  packageManager: 'npm',
  projectName: 'shop',
  displayTargetFile: 'package.json',
  path: '/src/shop',
  ...more,
})

/** A report of `snyk iac test` on a manifest of Kubernetes. */
const iac = (issues: object[]) => ({
  meta: { isPrivate: true },
  vulnerabilities: [],
  dependencyCount: 0,
  targetFile: 'deploy/web.yaml',
  projectName: 'deploy',
  packageManager: 'k8sconfig',
  projectType: 'k8sconfig',
  path: '/src/shop',
  ok: issues.length === 0,
  infrastructureAsCodeIssues: issues,
})
const privileged = { id: 'SNYK-CC-K8S-1', severity: 'high', publicId: 'SNYK-CC-K8S-1', lineNumber: 12 }

/** A report of Grype, or of another tool of its maker. */
const matched = (name: string, matches: object[]) => ({
  matches,
  source: { type: 'directory', target: '.' },
  descriptor: { name, version: '1.0.0' },
})
const match = {
  vulnerability: { id: 'GHSA-35jh-r3h4-6jhm', severity: 'High' },
  artifact: { name: 'lodash', version: '4.17.20', type: 'npm', locations: [{ path: '/package.json' }] },
}

/** The packages with a vulnerability, each with its version, its file and its status. */
const packagesOf = async (shop: Project) =>
  (await shop.vulnerabilities())
    .map(({ status, location, found_dependency: found }) => [
      found?.package,
      found?.version,
      location?.filePath,
      status,
    ])
    .sort()

const open = [['lodash', '4.17.20', 'package.json', 'open']]

describe('a report of another product closes nothing', () => {
  const others: [string, object, object, RegExp][] = [
    ['of snyk iac test', snyk([lodash]), iac([privileged]), /snyk iac test --sarif/],
    ['of snyk iac test that found nothing', snyk([lodash]), iac([]), /snyk iac test --sarif/],
    ['of it on several files', snyk([lodash]), [iac([]), iac([privileged])], /snyk iac test --sarif/],
    ['of several projects, one of infrastructure', snyk([lodash]), [snyk([]), iac([])], /snyk iac test/],
    ['without its issues', snyk([lodash]), { ...iac([]), infrastructureAsCodeIssues: undefined }, /iac test/],
    [
      'of snyk monitor',
      snyk([lodash]),
      { ok: true, isMonitored: true, uri: 'https://a.example' },
      /snyk test/,
    ],
    ['of xeol without matches', matched('grype', [match]), matched('xeol', []), /xeol/],
    [
      'of Xeol with matches',
      matched('grype', [match]),
      matched('xeol', [{ Cycle: { ProductName: 'Node.js' }, artifact: match.artifact }]),
      /xeol/,
    ],
  ]
  test.each(repeatedOnEngine(others))('%s', async (_, first, other, sentence) => {
    const shop = await project()
    await shop.send(first)
    expect(await shop.refused(other)).toMatch(sentence)
    expect(await packagesOf(shop)).toEqual(open)
  })

  test('as one of pnpm or Yarn closes nothing of npm', async () => {
    const shop = await project()
    const audit = npm7('4.17.20')
    await shop.send(audit)
    for (const file of [pnpm([]), yarn4(), yarn1([])]) await shop.send(file)
    expect((await packagesOf(shop)).map(([name, , , status]) => [name, status])).toEqual([['lodash', 'open']])
  })
})

describe('a report of Snyk', () => {
  test('of an image has the issues of its applications', async () => {
    const shop = await project()
    const zlib = { ...lodash, id: 'SNYK-DEBIAN12-ZLIB-6008963', packageName: 'zlib', version: '1:1.2.13' }
    const image = { packageManager: 'deb', docker: { baseImage: 'node:22' }, displayTargetFile: undefined }
    const app = snyk([lodash], { displayTargetFile: '/usr/src/app/package.json', path: 'acme/shop' })
    // The name of the image comes after its applications.
    const file = snyk([zlib], {
      ...image,
      path: undefined,
      applications: [app],
      docker: {},
      projectName: 'a',
    })
    const { report } = await shop.send({ ...file, path: 'acme/shop' })
    expect(report).toMatchObject({ read: 2, new: 2, left_out: [] })
    expect(await packagesOf(shop)).toEqual([
      ['lodash', '4.17.20', '/usr/src/app/package.json', 'open'],
      ['zlib', '1:1.2.13', 'acme/shop', 'open'],
    ])
  })

  test('of C and C++ has the version that the route ends with', async () => {
    const { version: _, ...issue } = lodash
    const name = 'https://zlib.example|zlib@1.2.11'
    const manager = { packageManager: 'Unmanaged (C/C++)' }
    const zlib = { ...issue, ...manager, packageName: 'zlib', name, from: [name] }
    const one = { vulnerabilities: [zlib], path: '/src/native', dependencyCount: 1, ...manager }
    for (const file of [one, [{ issues: [{ issueId: zlib.id, pkgName: name }], ...one }]]) {
      const shop = await project()
      const { report } = await shop.send(file)
      expect(report.left_out).toEqual([])
      expect(await packagesOf(shop)).toEqual([['zlib', '1.2.11', '/src/native', 'open']])
      const [finding] = await shop.vulnerabilities()
      expect(finding?.found_dependency?.ecosystem).toBe('generic')
    }
  })

  const unmanaged = { ok: false, dependencyCount: 5, vulnerabilities: [{ ...lodash, packageManager: 'npm' }] }
  test.each<[string, object]>([
    ['an object', unmanaged],
    ['issues alone', { vulnerabilities: unmanaged.vulnerabilities }],
    ['a list', [unmanaged]],
  ])('is read without the package manager of the project: %s', async (_, file) => {
    const shop = await project()
    expect((await shop.send(file)).report).toMatchObject({ new: 1 })
    expect(await packagesOf(shop)).toEqual([['lodash', '4.17.20', 'packages', 'open']])
    const [finding] = await shop.vulnerabilities()
    expect(finding?.found_dependency?.ecosystem).toBe('npm')
  })

  test('without a package manager and without issues is refused, since it may be of anything', async () => {
    const shop = await project()
    const empty = { ok: true, vulnerabilities: [], dependencyCount: 3 }
    for (const file of [empty, [empty]]) expect(await shop.refused(file)).toMatch(/Snyk/)
  })

  test('of projects of which the first failed is a failed run, not an unknown file', async () => {
    const shop = await project()
    await shop.send(snyk([lodash]))
    const failed = { ok: false, error: 'Could not detect package manager', path: '/src/docs' }
    expect((await shop.send([failed, snyk([])])).failure).toMatch(/Could not detect package manager/)
    // So it is if there is only one, and after pages of others.
    for (const file of [failed, [failed], [snyk([]), failed]])
      expect(await shop.send(file)).toMatchObject({
        status: 'SCAN_STATUS_ERROR',
        failure: expect.stringMatching(/Could not detect package manager/),
        report: { fixed: 0 },
      })
    expect(await packagesOf(shop)).toEqual(open)
  })
})

test('a list that is not read is counted as left out where it has findings', async () => {
  const shop = await project()
  const issues = [
    { ruleId: 'r', path: 'a.js' },
    { ruleId: 's', path: 'b.js' },
  ]
  const { report } = await shop.send(snyk([lodash], { codeIssues: issues, notes: [{ id: 1, text: 'a' }] }))
  expect(report).toMatchObject({
    new: 1,
    left_out: [{ reason: 'list `codeIssues`, which is not read', count: 2 }],
  })
})

describe('the log of TruffleHog', () => {
  const log = (msg: string, more: object = {}) => ({
    level: 'info-0',
    ts: '2026-01-01T00:00:00Z',
    logger: 'trufflehog',
    msg,
    ...more,
  })
  const found = {
    SourceMetadata: { Data: { Filesystem: { file: 'deploy/a.env', line: 3 } } },
    SourceName: 'trufflehog - filesystem',
    DetectorName: 'AWS',
    Verified: false,
    Raw: 'AKIAQYLPMN5HHHFPZAM2',
  }
  const finished = log('finished scanning', { chunks: 3, trufflehog_version: '3.90.1' })
  const lines = (...all: object[]) => all.map((line) => `${JSON.stringify(line)}\n`).join('')
  const secretsOf = async (shop: Project) =>
    (await shop.secrets()).map(({ type, findingPath }) => [type, findingPath])

  test.each<[string, unknown]>([
    ['around a finding', lines(log('running source'), found, finished)],
    ['after it', lines(found, log('running source'), finished)],
    ['before it', lines(finished, log('running source'), found)],
    ['in a list', [log('running source'), found, finished]],
  ])('is left out: %s', async (_, file) => {
    const shop = await project()
    const { report } = await shop.send(file)
    expect(report).toMatchObject({ read: 1, new: 1, left_out: [{ reason: 'log line', count: 2 }] })
    expect(await secretsOf(shop)).toEqual([['AWS', expect.stringContaining('deploy/a.env')]])
  })

  test('alone is a scan that found nothing, if it says that the scan was finished', async () => {
    const shop = await project()
    await shop.send(lines(found, finished))
    const { failure } = await shop.send(
      lines(
        log('running source'),
        log('error scanning', { level: 'error', error: 'https://user:pass@example.com' }),
      ),
    )
    expect(failure).toMatch(/does not say that the scan was finished/)
    expect((await shop.secrets()).map(({ status }) => status)).toEqual(['FINDING_STATUS_OPEN'])
    await shop.send(lines(log('running source'), finished))
    expect((await shop.secrets()).map(({ status }) => status)).toEqual(['FINDING_STATUS_FIXED'])
  })

  test('of another program is none of TruffleHog', async () => {
    const shop = await project()
    const other = { ...finished, logger: 'other' }
    expect(await shop.refused(lines(other, other))).toMatch(/JSON in lines in an unknown format/)
  })
})

/** An advisory, as npm's registry answered it. */
const advisory = (version: string, paths: string[]) => ({
  id: 1106913,
  module_name: 'lodash',
  findings: [{ version, paths }],
  title: 'Command Injection in lodash',
  severity: 'high',
  github_advisory_id: 'GHSA-35jh-r3h4-6jhm',
  cves: ['CVE-2021-23337'],
  cwe: ['CWE-77'],
  patched_versions: '>=4.17.21',
  url: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
})
const totals = { vulnerabilities: { info: 0, low: 0, moderate: 0, high: 1, critical: 0 }, dependencies: 3 }

function npm7(version: string) {
  const via = [
    {
      source: 1,
      name: 'lodash',
      dependency: 'lodash',
      title: version,
      severity: 'high',
      url: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
    },
  ]
  return {
    auditReportVersion: 2,
    vulnerabilities: { lodash: { name: 'lodash', severity: 'high', isDirect: true, via } },
    metadata: totals,
  }
}

function pnpm(paths: string[], more: object = {}) {
  const advisories = paths.length === 0 ? {} : { 1106913: advisory('4.17.20', paths) }
  return { advisories, metadata: totals, ...more }
}

/** The lines of `yarn audit --json` of Yarn 1, which repeats an advisory for each path. */
function yarn1(paths: string[], end: object[] = [{ type: 'auditSummary', data: totals }]) {
  const found = paths.map((path) => ({
    type: 'auditAdvisory',
    data: { resolution: { id: 1106913, path }, advisory: advisory('4.17.20', paths) },
  }))
  const lines = [{ type: 'warning', data: 'No license field' }, ...found, ...end]
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

/** The lines of `yarn npm audit --json` from Yarn 4. */
function yarn4(...dependents: string[]) {
  const line =
    dependents.length === 0
      ? { type: 'info', name: 1, displayName: 'YN0001', indent: '', data: 'No audit suggestions' }
      : {
          value: 'lodash',
          children: {
            ID: 1106913,
            Issue: 'Command Injection in lodash',
            URL: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
            Severity: 'high',
            'Vulnerable Versions': '<4.17.21',
            'Tree Versions': ['4.17.20', '4.17.15'],
            Dependents: dependents,
          },
        }
  return `${JSON.stringify(line)}\n`
}

describe('audits by pnpm and Yarn are read like those by npm', () => {
  const one = ['lodash', '4.17.20']
  test.each<[string, unknown, string, string[][], string]>([
    ['pnpm', pnpm(['.>lodash']), 'pnpm-lock.yaml', [one], 'direct'],
    ['pnpm, in a workspace', pnpm(['packages__web>grunt>lodash']), 'pnpm-lock.yaml', [one], 'transitive'],
    ['pnpm, before 11', pnpm(['.>lodash'], { actions: [], muted: [] }), 'pnpm-lock.yaml', [one], 'direct'],
    ['Yarn 1', yarn1(['lodash', 'grunt>lodash']), 'yarn.lock', [one], 'direct'],
    ['Yarn 3', pnpm(['grunt>lodash'], { actions: [], muted: [] }), 'yarn.lock', [one], 'transitive'],
    ['Yarn 4', yarn4('shop@workspace:.'), 'yarn.lock', [['lodash', '4.17.15'], one], 'direct'],
    ['Yarn 4, transitive', yarn4('grunt@npm:1.0.0'), 'yarn.lock', [['lodash', '4.17.15'], one], 'transitive'],
  ])('%s', async (_, file, lockfile, packages, transitivity) => {
    const shop = await project()
    await shop.send(file)
    expect(await packagesOf(shop)).toEqual(packages.map((each) => [...each, lockfile, 'open']))
    const found = await shop.vulnerabilities()
    expect(found.map(({ vulnerability_identifier: id }) => id)).toEqual(
      packages.map(() => 'GHSA-35jh-r3h4-6jhm'),
    )
    expect(found.map(({ found_dependency }) => found_dependency?.transitivity)).toEqual(
      packages.map(() => transitivity),
    )
  })

  test.each<[string, unknown, unknown]>([
    ['pnpm', pnpm(['.>lodash']), pnpm([])],
    ['Yarn 1', yarn1(['lodash']), yarn1([])],
    ['Yarn 4', yarn4('shop@workspace:.'), yarn4()],
    ['npm 7', npm7('4.17.20'), { auditReportVersion: 2, vulnerabilities: {}, metadata: totals }],
  ])('and fix what they no longer report: %s', async (_, first, second) => {
    const shop = await project()
    await shop.send(first)
    await shop.send(second)
    expect((await packagesOf(shop)).map(([, , , status]) => status)).not.toContain('open')
  })

  test('an error of npm beside an empty audit is a failed run, which fixes nothing', async () => {
    const shop = await project()
    await shop.send(npm7('4.17.20'))
    const error = { code: 'ENOLOCK', summary: 'This command requires an existing lockfile.', detail: '' }
    const failed = { auditReportVersion: 2, vulnerabilities: {}, metadata: totals, error }
    expect(await shop.send(failed)).toMatchObject({
      status: 'SCAN_STATUS_ERROR',
      failure: expect.stringMatching(/This command requires an existing lockfile/),
      report: { fixed: 0, removed: 0 },
    })
    expect((await packagesOf(shop)).map(([, , , status]) => status)).toEqual(['open'])
  })

  test('a log of Yarn that has no audit, or not all of it, fixes nothing', async () => {
    const shop = await project()
    await shop.send(yarn1(['lodash']))
    expect((await shop.send(yarn1(['grunt>lodash'], []))).failure).toMatch(/before the end of the audit/)
    const failed = { type: 'error', data: 'An unexpected error occurred: 503' }
    expect((await shop.send(yarn1([], [failed]))).failure).toMatch(/503/)
    expect(await shop.refused(yarn1([], []))).toMatch(/contains no audit/)
    expect((await packagesOf(shop)).map(([, , , status]) => status)).toEqual(['open'])
  })
})

test('an audit by npm after a line of its log, or in UTF-16, is refused with a sentence that helps', async () => {
  const shop = await project()
  const text = JSON.stringify(npm7('4.17.20'))
  expect(await shop.refused(`npm warn config use --omit=dev\n${text}`)).toMatch(/log lines precede the JSON/)
  expect(await shop.refused(Buffer.from(text, 'utf16le'))).toMatch(/UTF-16LE/)
})

test('an audit by npm without CWE has a severity and no score', async () => {
  const shop = await project()
  const file = npm7('4.17.20')
  const via = file.vulnerabilities.lodash.via.map((each) => ({
    ...each,
    severity: 'moderate',
    cwe: null,
    cvss: { score: 0, vectorString: null },
  }))
  await shop.send({ ...file, vulnerabilities: { lodash: { ...file.vulnerabilities.lodash, via } } })
  const [finding] = await shop.vulnerabilities()
  expect(finding).toMatchObject({ severity: 'medium' })
  expect(finding?.rule?.cweNames ?? []).toEqual([])
})

test('a report of Trivy on a cluster is refused with what to do', async () => {
  const shop = await project()
  const file = {
    ClusterName: 'a',
    Resources: [{ Kind: 'Pod', Results: [{ Target: 'a', Vulnerabilities: [] }] }],
  }
  expect(await shop.refused(file)).toMatch(/Trivy on a cluster.*trivy image --format json/)
})
