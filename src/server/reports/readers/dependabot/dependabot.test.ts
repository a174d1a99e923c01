import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'

const alert = {
  number: 12,
  state: 'open',
  dependency: {
    package: { ecosystem: 'pip', name: 'django' },
    manifest_path: 'service/requirements.txt',
    scope: 'runtime',
    relationship: 'direct',
  },
  security_advisory: {
    ghsa_id: 'GHSA-2hrw-hx67-34x6',
    cve_id: 'CVE-2025-57833',
    summary: 'Django vulnerable to SQL injection in column aliases',
    description: 'A dictionary that a user controls reaches an alias.',
    severity: 'high',
    identifiers: [
      { type: 'GHSA', value: 'GHSA-2hrw-hx67-34x6' },
      { type: 'CVE', value: 'CVE-2025-57833' },
    ],
    references: [{ url: 'https://django.example/releases' }],
    cvss: { score: 7.1, vector_string: 'CVSS:3.1/AV:N/AC:H/PR:L/UI:N/S:U/C:H/I:H/A:N' },
    epss: { percentage: 0.0007, percentile: 0.21 },
    cwes: [{ cwe_id: 'CWE-89', name: 'SQL Injection' }],
  },
  security_vulnerability: {
    package: { ecosystem: 'pip', name: 'django' },
    severity: 'high',
    vulnerable_version_range: '< 4.2.24',
    first_patched_version: { identifier: '4.2.24' },
  },
  html_url: 'https://github.com/acme/shop/security/dependabot/12',
  created_at: '2025-09-04T10:00:00Z',
  dismissed_at: null,
}

describe('an alert of Dependabot', () => {
  it('is a finding in its package', async () => {
    const report = await read([alert])
    expect(report).toMatchObject({ format: 'dependabot', read: 1, leftOut: [] })
    expect(onlyRun(report).source).toEqual({ tool: 'Dependabot', category: null })
    expect(onlyFinding(report, 'supplyChain')).toMatchObject({
      rulePath: 'GHSA-2hrw-hx67-34x6',
      severity: 'high',
      suppressed: false,
      location: { filePath: 'service/requirements.txt' },
      advisoryIds: ['GHSA-2hrw-hx67-34x6', 'CVE-2025-57833'],
      cvss: [{ method: 'CVSSv31', score: 7.1 }],
      epss: { score: 0.0007, percentile: 0.21 },
      fixRecommendations: [{ package: 'django', version: '4.2.24' }],
      foundDependency: { ecosystem: 'pypi', package: 'django', version: '', transitivity: 'direct' },
    })
    expect(onlyFinding(report, 'supplyChain').references).toContain(alert.html_url)
  })

  it('that is dismissed is suppressed, and one that is fixed is left out', async () => {
    const report = await read([
      { ...alert, state: 'dismissed', dismissed_reason: 'tolerable_risk' },
      { ...alert, number: 13, state: 'fixed' },
    ])
    expect(onlyFinding(report, 'supplyChain').suppressed).toBe(true)
    expect(report).toMatchObject({ read: 2, leftOut: [{ reason: 'alert state "fixed"', count: 1 }] })
  })

  it('is refused with its place where it is none', async () => {
    expect(await faultOf([alert, { number: 2 }])).toMatchObject({ path: '/1/security_advisory' })
    const nameless = { ...alert, dependency: {}, security_vulnerability: {} }
    expect(await faultOf([nameless])).toMatchObject({ path: '/0/dependency' })
  })
})

it('an empty list of alerts is read where the format is named', async () => {
  expect(onlyRun(await read([], { format: 'dependabot' })).findings).toEqual([])
})

describe('an answer of GraphQL', () => {
  const node = {
    createdAt: '2025-09-04T10:00:00Z',
    vulnerableManifestPath: 'web/package-lock.json',
    vulnerableRequirements: '= 4.17.20',
    securityVulnerability: {
      severity: 'MODERATE',
      package: { name: 'lodash', ecosystem: 'NPM' },
      firstPatchedVersion: { identifier: '4.17.21' },
      advisory: {
        summary: 'Command injection in lodash',
        description: 'A template reaches a command.',
        identifiers: [
          { type: 'GHSA', value: 'GHSA-35jh-r3h4-6jhm' },
          { type: 'CVE', value: 'CVE-2021-23337' },
        ],
        references: [{ url: 'https://lodash.example/1' }],
        cvss: { score: 7.2, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' },
        cwes: { nodes: [{ cweId: 'CWE-94' }] },
      },
    },
  }
  const answer = (nodes: readonly unknown[], more: object = {}) => ({
    data: { repository: { name: 'shop', vulnerabilityAlerts: { nodes, ...more } } },
  })

  it('has the same findings', async () => {
    for (const pieces of [1, 10_000]) {
      const report = await read(answer([node]), { pieces })
      expect(report).toMatchObject({ format: 'dependabot', read: 1, leftOut: [] })
      expect(onlyRun(report).coverage.findings).toBe(true)
      expect(onlyRun(report).rules[0]).toMatchObject({ cweNames: ['CWE-94'] })
      expect(onlyFinding(report, 'supplyChain')).toMatchObject({
        rulePath: 'GHSA-35jh-r3h4-6jhm',
        severity: 'medium',
        suppressed: false,
        location: { filePath: 'web/package-lock.json' },
        advisoryIds: ['GHSA-35jh-r3h4-6jhm', 'CVE-2021-23337'],
        cvss: [{ method: 'CVSSv31', score: 7.2 }],
        fixRecommendations: [{ package: 'lodash', version: '4.17.21' }],
        foundDependency: { ecosystem: 'npm', package: 'lodash', version: '4.17.20' },
      })
    }
  })

  it('tells what was dismissed or fixed by its state, or by when', async () => {
    const ended = '2025-10-01T00:00:00Z'
    for (const dismissed of [{ state: 'DISMISSED' }, { state: 'AUTO_DISMISSED' }, { dismissedAt: ended }])
      expect(onlyFinding(await read(answer([{ ...node, ...dismissed }])), 'supplyChain').suppressed).toBe(
        true,
      )
    for (const fixed of [{ state: 'FIXED' }, { fixedAt: ended }])
      expect(onlyRun(await read(answer([{ ...node, ...fixed }]))).findings).toEqual([])
  })

  it('of one of several pages says nothing about the others', async () => {
    const pages = [{ hasNextPage: true }, { hasNextPage: false, hasPreviousPage: true }]
    for (const pageInfo of pages)
      expect(onlyRun(await read(answer([node], { pageInfo }))).coverage.findings).toBe(false)
    const whole = answer([], { pageInfo: { hasNextPage: false } })
    expect(onlyRun(await read(whole))).toMatchObject({ findings: [], coverage: { findings: true } })
  })

  it('is refused with its place where it has no advisory', async () => {
    expect(await faultOf(answer([node, {}]))).toMatchObject({
      path: '/data/repository/vulnerabilityAlerts/nodes/1/securityVulnerability/advisory',
    })
    expect(await faultOf(answer([4]))).toMatchObject({ path: '/data/repository/vulnerabilityAlerts/nodes/0' })
    const another = { data: { repository: { issues: { nodes: [] } } } }
    expect(await faultOf(another)).toMatchObject({ path: '/data/repository' })
  })
})
