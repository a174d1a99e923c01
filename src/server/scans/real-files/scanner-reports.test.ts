import { expect, test } from 'vitest'
import { osvScanner, trivy } from './testing/files.ts'
import { projects } from './testing/project.ts'

const project = projects()

const checkovSummary = { passed: 0, failed: 0, skipped: 0, parsing_errors: 0, checkov_version: '3.2.400' }
const checkov = (...resources: string[]) => ({
  check_type: 'terraform',
  results: {
    passed_checks: [],
    failed_checks: resources.map((resource) => ({
      check_id: 'CKV_AWS_19',
      check_name: 'Encrypt at rest',
      check_result: { result: 'FAILED' },
      file_path: '/modules/bucket.tf',
      file_line_range: [2, 6],
      resource,
      code_block: [[2, 'resource {\n']],
    })),
  },
  summary: { ...checkovSummary, failed: resources.length },
})

test('Checkov that checked nothing is an empty scan', async () => {
  const shop = await project()
  const sent = await shop.send(checkovSummary)
  expect(sent).toMatchObject({ stats: { findings: 0 }, meta: { config: 'Checkov 3.2.400' } })
})

test('Checkov of two frameworks, one of which had nothing to check, shows what the other found', async () => {
  const shop = await project()
  await shop.send([checkov('aws_s3_bucket.logs'), checkovSummary])
  expect(await shop.code()).toMatchObject([{ rule_name: 'CKV_AWS_19' }])
})

test.each<[string, unknown]>([
  ['is null', { ...checkov(), results: { failed_checks: null } }],
  ['is missing', { ...checkov(), results: {} }],
])('a report of Checkov whose list of failed checks %s fixes nothing', async (_, without) => {
  const shop = await project()
  await shop.send(checkov('aws_s3_bucket.logs'))
  expect(await shop.send(without)).toMatchObject({ status: 'SCAN_STATUS_ERROR', report: { fixed: 0 } })
  expect(await shop.code()).toMatchObject([{ state: 'unresolved' }])
})

test('two resources of a module that stand in the same lines are two findings', async () => {
  const shop = await project()
  await shop.send([checkov('aws_s3_bucket.logs', 'module.backup.aws_s3_bucket.logs')])
  expect(await shop.code()).toHaveLength(2)
})

test('what Dependency-Check suppresses later is ignored, and the rest stays open', async () => {
  const shop = await project()
  const found = (id: string) => ({ name: id, severity: 'HIGH', cwes: ['CWE-502'], description: 'Unsafe.' })
  const jar = (name: string, more: object) => ({
    fileName: `${name}-2.0.jar`,
    filePath: `/srv/lib/${name}-2.0.jar`,
    packages: [{ id: `pkg:maven/org.acme/${name}@2.0` }],
    ...more,
  })
  const report = (first: object) => ({
    reportSchema: '1.1',
    scanInfo: { engineVersion: '12.1.0' },
    projectInfo: { name: 'shop', reportDate: '2026-01-14T08:00:00Z' },
    dependencies: [jar('io', first), jar('json', { vulnerabilities: [found('CVE-2026-12')] })],
  })
  await shop.send(report({ vulnerabilities: [found('CVE-2026-11')] }))
  await shop.send(report({ vulnerabilities: [], suppressedVulnerabilities: [found('CVE-2026-11')] }))
  const listed = await shop.vulnerabilities()
  expect(listed.map((each) => [each.vulnerability_identifier, each.status])).toEqual([
    ['CVE-2026-11', 'ignored'],
    ['CVE-2026-12', 'open'],
  ])
})

const gitlab = (type: string, vulnerabilities: object[]) => {
  const tool = { id: 's', name: 'Scanner', version: '1', vendor: { name: 'Acme' } }
  const times = { start_time: '2026-01-14T08:00:00', end_time: '2026-01-14T08:01:00' }
  return {
    version: '15.2.1',
    scan: { type, status: 'success', scanner: tool, analyzer: tool, ...times },
    vulnerabilities,
  }
}

test('two places that a GitLab report gives the same id are two findings', async () => {
  const shop = await project()
  const at = (start_line: number) => ({
    ...{ id: 'same', name: 'Eval', description: 'Eval of input.', severity: 'High' },
    location: { file: 'src/form.py', start_line },
    identifiers: [{ type: 'bandit_test_id', name: 'Bandit B307', value: 'B307' }],
  })
  await shop.send(gitlab('sast', [at(4), at(18)]))
  expect((await shop.code()).map(({ location }) => location?.line)).toEqual([4, 18])
})

test('two versions of a package in a lockfile are two findings, and stay the same', async () => {
  const shop = await project()
  const of = (version: string) => ({
    ...{ id: version, name: 'Overrun', severity: 'High' },
    identifiers: [{ type: 'cve', name: 'CVE-2026-13', value: 'CVE-2026-13' }],
    location: { file: 'yarn.lock', dependency: { package: { name: 'parse-form' }, version } },
  })
  const report = gitlab('dependency_scanning', [of('1.4.0'), of('2.1.0')])
  await shop.send(report)
  expect((await shop.send(report)).report).toMatchObject({ new: 0, fixed: 0, unchanged: 2 })
  const listed = await shop.vulnerabilities()
  expect(listed.map((each) => each.found_dependency?.version)).toEqual(['1.4.0', '2.1.0'])
})

test('a jar in two places is two findings, and the one that Grype repeats is said', async () => {
  const shop = await project()
  const match = (path: string) => ({
    vulnerability: { id: 'CVE-2026-14', severity: 'High', fix: { versions: [], state: 'unknown' } },
    relatedVulnerabilities: [],
    artifact: {
      ...{ name: 'io-core', version: '2.0', type: 'java-archive', purl: 'pkg:maven/org.acme/io-core@2.0' },
      locations: [{ path }],
    },
  })
  const sent = await shop.send({
    matches: ['/app/cart.jar', '/app/form.jar', '/app/form.jar'].map(match),
    source: { type: 'image', target: { userInput: 'shop' } },
    descriptor: { name: 'grype', version: '0.90.0' },
  })
  expect((await shop.vulnerabilities()).map(({ location }) => location?.filePath)).toEqual([
    'app/cart.jar',
    'app/form.jar',
  ])
  expect(sent.report?.left_out).toEqual([{ reason: 'duplicate entry', count: 1 }])
})

test('a vulnerability of OSV-Scanner has the severity of the score of its group', async () => {
  const shop = await project()
  const vulnerability = { id: 'GHSA-2222-3333-6666', aliases: ['CVE-2026-17'], summary: 'Overrun' }
  const group = { ids: ['GHSA-2222-3333-6666'], max_severity: '9.1' }
  await shop.send(osvScanner('package-lock.json', ['npm', 'parse-form', '1.4.0'], vulnerability, group))
  expect(await shop.vulnerabilities()).toMatchObject([
    { vulnerability_identifier: 'CVE-2026-17', severity: 'critical' },
  ])
})

test('an image with another tag has the same findings', async () => {
  const shop = await project()
  const image = (tag: string) => {
    const name = `registry.example.com/acme/shop:${tag}`
    const jar = (PkgPath: string): [string, string, string, object] => [
      ...(['CVE-2026-16', 'org.acme:io-core', '2.0'] as const),
      { PkgPath },
    ]
    const system = trivy('debian', `${name} (debian 12.5)`, [['CVE-2026-15', 'apt', '2.6.1']])
    const jars = trivy('jar', 'Java', [jar('lib/cart.jar'), jar('lib/form.jar')])
    const Results = [...system.Results, ...jars.Results]
    return { ...system, ArtifactName: name, ArtifactType: 'container_image', Results }
  }
  await shop.send(image('1.0'))
  const sent = await shop.send(image('1.1'))
  expect(sent.report).toMatchObject({ new: 0, fixed: 0, unchanged: 3 })
})

const audit = '{"auditReportVersion": 2, "vulnerabilities": {}, "metadata": {}}'

test.each([
  ['a cluster that Trivy looked at', { ClusterName: 'a', Resources: [] }, 'a report of Trivy on a cluster'],
  ['a report in UTF-16', Buffer.from(`\uFEFF${audit}`, 'utf16le'), 'in UTF-16LE'],
  ['a report with a warning before it', `npm warn config use --omit=dev\n${audit}`, 'log lines precede'],
])('%s is refused with what is wrong', async (_, file, sentence) => {
  const shop = await project()
  expect(await shop.refused(file)).toContain(sentence)
})

test.each([
  ['SARIF of a rule that is a secret', 'Checkov', 'CKV_SECRET_6', 'Base64 High Entropy String'],
  ['SARIF of a rule that is called one', 'KICS', 'p-1', 'Passwords And Secrets - Generic Password'],
  ['ESLint', 'ESLint', 'no-secrets/no-secrets', 'Found a string with entropy 4.9'],
])('a value that %s reports is in no answer', async (_, tool, id, name) => {
  const shop = await project()
  const value = 'qN7!vr2%Lx0^pf9@Tz4&'
  const region = { startLine: 9, snippet: { text: `const key = '${value}'` } }
  await shop.send({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool, rules: [{ id, name }] } },
        results: [
          {
            ruleId: id,
            message: { text: `${name}: "${value}"` },
            locations: [{ physicalLocation: { artifactLocation: { uri: 'app/keys.js' }, region } }],
          },
        ],
      },
    ],
  })
  const [secret] = await shop.secrets()
  expect(secret?.findingPath).toBe('app/keys.js:9')
  const page = await shop.finding(secret?.id ?? '')
  expect(JSON.stringify([secret, page])).not.toContain(value)
})
