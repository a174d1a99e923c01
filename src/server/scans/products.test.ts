import { expect, test } from 'vitest'
import { getFinding } from '#contract/operations/findings.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import { secretEverywhere } from '#server/reports/testing/secret-everywhere.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { wholeDatabase } from '#server/testing/whole-database.ts'
import { codeFindings, result, semgrep, supplyChainFindings, upload } from './testing/upload.ts'

const value = 'ghp_0123456789abcdefABCDEF0123456789abcd'

const secret = {
  check_id: 'generic.secrets.github-pat',
  path: 'config/ci.py',
  start: { line: 7, col: 11 },
  end: { line: 7, col: 53 },
  extra: {
    message: `A token ${value} was found.`,
    severity: 'ERROR',
    validation_state: 'CONFIRMED_VALID',
    fingerprint: value,
    lines: `  token = "${value}"`,
    metavars: { $SECRET: { abstract_content: value } },
    metadata: { secret_type: 'GitHub', cwe: ['CWE-798: Use of Hard-coded Credentials'] },
  },
}

const dependency = {
  check_id: 'ssc-lodash',
  path: 'src/app.js',
  start: { line: 3, col: 1 },
  end: { line: 3, col: 20 },
  extra: {
    message: 'lodash before 4.17.20 lets callers change every object.',
    severity: 'ERROR',
    lines: 'merge(target, source)',
    metadata: { 'sca-vuln-database-identifier': 'CVE-2020-8203', cwe: ['CWE-1321: Prototype Pollution'] },
    sca_info: {
      reachable: true,
      reachability_rule: true,
      dependency_match: {
        dependency_pattern: { ecosystem: 'npm', package: 'lodash', semver_range: '<4.17.20' },
        found_dependency: {
          package: 'lodash',
          version: '4.17.15',
          ecosystem: 'npm',
          transitivity: 'direct',
          line_number: 410,
        },
        lockfile: 'package-lock.json',
      },
    },
  },
}

test('one file of three products comes into three lists', async () => {
  const service = await startTestService()
  const file = semgrep([result('xss', 'app.py', 'render(name)', 4), secret, dependency])
  const { body } = await upload(service, file)
  expect(body.report).toMatchObject({ read: 3, new: 3 })
  expect(body.enabled_products?.toSorted()).toEqual(['PRODUCT_SAST', 'PRODUCT_SCA', 'PRODUCT_SECRETS'])

  expect((await codeFindings(service)).map((each) => each.rule_name)).toEqual(['xss'])
  expect(await supplyChainFindings(service)).toMatchObject([
    {
      rule_name: 'ssc-lodash',
      vulnerability_identifier: 'CVE-2020-8203',
      reachability: 'reachable',
      found_dependency: { package: 'lodash', version: '4.17.15', ecosystem: 'npm', transitivity: 'direct' },
      location: { filePath: 'package-lock.json', line: 410 },
      usage: { location: { filePath: 'src/app.js', line: 3 } },
    },
  ])
  const secrets = await service.call(listSecrets)
  expect(secrets.body.findings).toMatchObject([
    {
      type: 'GitHub',
      validationState: 'VALIDATION_STATE_CONFIRMED_VALID',
      findingPath: expect.stringContaining('config/ci.py'),
    },
  ])
  expect((await upload(service, { ...file, version: '2' })).body.report).toMatchObject({
    new: 0,
    fixed: 0,
    unchanged: 3,
  })
})

/** Where a text stands in the database: the tables that have it. */
async function tablesWith(service: TestService, part: string): Promise<string[]> {
  const tables = await wholeDatabase(service.services.database)
  return tables.filter(({ text }) => text.includes(part)).map(({ table }) => table)
}

test('the value of a secret is in no row', async () => {
  const service = await startTestService()
  expect((await upload(service, semgrep([secret]))).status).toBe(201)
  expect(await tablesWith(service, value)).toEqual([])
  expect(await tablesWith(service, 'config/ci.py')).not.toEqual([])
})

test.each(['gitleaks', 'TruffleHog', 'noseyparker', 'kingfisher', 'Trivy', 'Semgrep OSS', 'ggshield'])(
  'nor does it come in by SARIF of %s, whichever field has it',
  async (tool) => {
    const service = await startTestService()
    const { body } = await upload(service, secretEverywhere(tool, value))
    expect(body).toMatchObject({ report: { new: 1 }, enabled_products: ['PRODUCT_SECRETS'] })
    expect((await service.call(listSecrets)).body.findings).toMatchObject([
      { findingPath: expect.stringContaining('config/ci.py') },
    ])
    expect(await tablesWith(service, value)).toEqual([])
  },
)

test('SARIF of a dependency scanner, with CVSS and where it stands in the program', async () => {
  const service = await startTestService()
  const vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
  const rule = {
    id: 'CVE-2021-44228',
    properties: { tags: ['vulnerability'], cvssv3_baseScore: 10, cvssv3_vector: vector },
  }
  const matches = {
    ruleId: 'CVE-2021-44228',
    level: 'error',
    message: { text: 'Package: log4j-core\nInstalled Version: 2.14.1\nFixed Version: 2.15.0' },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'pom.xml' }, region: { startLine: 1 } },
        logicalLocations: [{ name: 'log4j-core' }],
      },
    ],
  }
  const runs = [{ tool: { driver: { name: 'Trivy', rules: [rule] } }, results: [matches] }]
  const { body } = await upload(service, { version: '2.1.0', runs })
  expect(body).toMatchObject({ report: { new: 1 }, enabled_products: ['PRODUCT_SCA'] })
  const [finding] = await supplyChainFindings(service)
  const expected = {
    vulnerability_identifier: 'CVE-2021-44228',
    found_dependency: { package: 'log4j-core', version: '2.14.1', ecosystem: 'maven' },
    fix_recommendations: [{ package: 'log4j-core', version: '2.15.0' }],
    cvss: [{ method: 'CVSSv31', score: 10, vector, source: null }],
    logical_location: 'log4j-core',
  }
  expect(finding).toMatchObject(expected)
  expect((await service.call(getFinding, { path: { id: finding?.id ?? 0 } })).body).toMatchObject(expected)
  expect(await codeFindings(service)).toEqual([])
})

test('what the scan did not send is no member of the answer', async () => {
  const service = await startTestService()
  await upload(service, semgrep([result('xss', 'app.py', 'render(name)', 4), dependency]))
  for (const finding of [...(await codeFindings(service)), ...(await supplyChainFindings(service))]) {
    expect(finding).not.toHaveProperty('logical_location')
    expect(finding).not.toHaveProperty('cvss')
  }
})

test('code, flow, fix and references are on the page of the finding, and follow the scan', async () => {
  const service = await startTestService()
  const one = result('xss', 'app.py', 'render(name)', 4)
  await upload(service, semgrep([one]))
  const [finding] = await codeFindings(service)
  const read = async () => (await service.call(getFinding, { path: { id: finding?.id ?? 0 } })).body
  expect(await read()).toMatchObject({ code: { startLine: 4, lines: ['render(name)'] }, fix: null })

  const fixed = { ...one, extra: { ...one.extra, fix: 'render(escape(name))' } }
  await upload(service, semgrep([fixed]))
  expect(await read()).toMatchObject({ fix: { startLine: 4, after: 'render(escape(name))' } })
  await upload(service, { ...semgrep([one]), version: '2' })
  expect(await read()).toMatchObject({ fix: null })
})

test('a ticket that somebody linked outlives the scans', async () => {
  const service = await startTestService()
  const file = semgrep([result('xss', 'app.py', 'render(name)', 4)])
  await upload(service, file)
  const [finding] = await codeFindings(service)
  const address = `/api/v1/deployments/main/findings/${finding?.id}`
  const ticket = { url: 'https://tracker.example.com/SHOP-5', externalSlug: 'SHOP-5' }
  const linked = await service.send('PATCH', address, { body: { external_ticket: ticket } })
  expect(linked.status).toBe(200)
  await upload(service, semgrep([result('xss', 'app.py', 'render(name)', 9)]))
  expect(await codeFindings(service, { has_ticket: 'true' })).toMatchObject([
    { external_ticket: { externalSlug: 'SHOP-5' }, location: { line: 9 } },
  ])
})
