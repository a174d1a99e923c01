import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'
import {
  containerScanning,
  dependencyScanning,
  injection,
  inPackage,
  leak,
  sast,
  secretDetection,
  token,
} from './testing/sample.ts'

describe('a vulnerability of SAST', () => {
  it('is a code finding of the scanner', async () => {
    const report = await read(sast)
    expect(report).toMatchObject({ format: 'gitlab', read: 1, leftOut: [] })
    expect(onlyRun(report)).toMatchObject({
      source: { tool: 'Semgrep', category: null },
      tool: { name: 'Semgrep', version: '1.2.3' },
      startedAt: '2026-01-15T11:57:00.000Z',
      completedAt: '2026-01-15T11:58:30.000Z',
      failure: null,
      lockfiles: null,
      coverage: { findings: true, scannedPaths: null },
      rules: [
        {
          path: 'python.sql',
          title: 'SQL injection',
          severity: 'critical',
          cweNames: ['CWE-89'],
          owaspNames: ['A03:2021 - Injection'],
          url: 'https://rules.example/python.sql',
        },
      ],
    })
    expect(onlyFinding(report, 'code')).toMatchObject({
      message: 'The query is built from the request.',
      severity: 'critical',
      confidence: 'low',
      suppressed: false,
      location: { filePath: 'shop/orders.py', line: 12, endLine: 14 },
      references: ['https://guide.example/1', 'https://rules.example/python.sql'],
      code: null,
      dataFlow: [
        { kind: 'source', location: { filePath: 'shop/web.py', line: 3 } },
        { kind: 'sink', location: { filePath: 'shop/orders.py', line: 12 } },
      ],
    })
  })

  it('shows its code, and is named by its weakness where there is no rule', async () => {
    const [, weakness] = injection.identifiers
    const answer = await read({
      ...sast,
      vulnerabilities: [
        { ...injection, identifiers: [weakness], raw_source_code_extract: 'run(query)', severity: 'Unknown' },
      ],
    })
    expect(onlyFinding(answer, 'code')).toMatchObject({
      rulePath: 'CWE-89',
      severity: 'medium',
      code: { startLine: 12, lines: ['run(query)'] },
    })
  })

  it('has the names of its class and method, else of its signature, which are no resource', async () => {
    const namesOf = async (location: object, tracking: object = {}) => {
      const vulnerability = { ...injection, location: { ...injection.location, ...location }, tracking }
      const { logicalLocation, resource } = onlyFinding(
        await read({ ...sast, vulnerabilities: [vulnerability] }),
        'code',
      )
      expect(resource).toBeNull()
      return logicalLocation
    }
    const signature = { algorithm: 'scope_offset', value: 'shop/orders.py|Orders[0]|find[1]:4' }
    const tracking = {
      type: 'source',
      items: [{ signatures: [{ algorithm: 'hash', value: 'a' }, signature] }],
    }
    expect(await namesOf({ class: 'Orders', method: 'find' }, tracking)).toBe('Orders::find')
    expect(await namesOf({}, tracking)).toBe('Orders::find')
    expect(
      await namesOf({}, { items: [{ signatures: [{ algorithm: 'scope_offset', value: 7 }] }] }),
    ).toBeNull()
    expect(await namesOf({})).toBeNull()
  })

  it('is a code finding whatever the scanner is called', async () => {
    const scan = { ...sast.scan, scanner: { name: 'Grype' } }
    expect(onlyFinding(await read({ ...sast, scan }), 'code').rulePath).toBe('python.sql')
  })
})

describe('a vulnerability of secret detection', () => {
  it('is a secret without its value', async () => {
    const report = await read(secretDetection)
    expect(onlyRun(report).source.tool).toBe('Gitleaks')
    expect(onlyFinding(report, 'secret')).toMatchObject({
      rulePath: 'shop_token',
      severity: 'critical',
      location: { filePath: 'config/ci.env', line: 7 },
      historicalInfo: {
        gitCommit: leak.location.commit.sha,
        gitCommitTimestamp: '2025-11-03T09:12:44.000Z',
      },
      secretHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(JSON.stringify(report)).not.toContain(token)
  })

  it.each(['Gitleaks', 'Trivy', 'Grype', 'Semgrep', 'Acme'])(
    'of %s shows no value that stands in any of its fields',
    async (name) => {
      const scan = { ...secretDetection.scan, scanner: { name } }
      for (const extract of [token, `key = "${token}"`, `key=${token}`])
        for (const [key, quoted] of Object.entries({
          ...leak,
          message: '',
          solution: '',
          links: [{ url: `https://a.example/?t=${token}` }],
          identifiers: [{ type: 'rule', name: `x ${token}`, value: `x ${token}`, url: 'https://a.example' }],
          details: { code_flows: { items: [[{ file_location: { file_name: token, line_start: 1 } }]] } },
        })) {
          const value = typeof quoted === 'string' ? `An access ${token} was found.` : quoted
          const changed = { ...leak, [key]: value, raw_source_code_extract: extract }
          const report = await read({ ...secretDetection, scan, vulnerabilities: [changed] })
          expect(onlyFinding(report, 'secret').secretHash, `${key} ${extract}`).not.toBeNull()
          expect(JSON.stringify(report), `${key} ${extract}`).not.toContain(token)
        }
    },
  )

  it('has no hash where the value is masked or missing', async () => {
    for (const raw_source_code_extract of ['********', undefined]) {
      const report = await read({
        ...secretDetection,
        vulnerabilities: [{ ...leak, raw_source_code_extract }],
      })
      expect(onlyFinding(report, 'secret').secretHash).toBeNull()
    }
  })
})

describe('a vulnerability in a package', () => {
  it('of a lockfile is a finding in that file', async () => {
    const report = await read(dependencyScanning)
    expect(onlyFinding(report, 'supplyChain')).toMatchObject({
      rulePath: 'CVE-2021-23337',
      severity: 'high',
      location: { filePath: 'web/package-lock.json' },
      vulnerabilityIdentifier: 'CVE-2021-23337',
      advisoryIds: ['CVE-2021-23337', 'GHSA-35jh-r3h4-6jhm'],
      cvss: [{ method: 'CVSSv31', source: 'NVD' }],
      fixRecommendations: [{ package: 'lodash', version: '4.17.21' }],
      foundDependency: {
        ecosystem: 'npm',
        package: 'lodash',
        version: '4.17.20',
        transitivity: 'transitive',
      },
    })
    expect(onlyRun(report).rules[0]).toMatchObject({ cweNames: ['CWE-94'], url: 'https://cve.example/23337' })
    expect(onlyRun(report).lockfiles).toMatchObject([
      {
        path: 'web/package-lock.json',
        located: true,
        dependencies: [
          { ecosystem: 'npm', name: 'express', version: '4.19.1', transitivity: 'direct', requires: null },
          { ecosystem: 'npm', name: 'lodash', version: '4.17.20', transitivity: 'transitive' },
        ],
      },
    ])
  })

  it('of an image is a finding in its repository, and says nothing about dependencies', async () => {
    const report = await read(containerScanning)
    expect(onlyRun(report)).toMatchObject({ source: { tool: 'Trivy' }, lockfiles: null })
    expect(onlyFinding(report, 'supplyChain')).toMatchObject({
      location: { filePath: 'acme/shop/main' },
      foundDependency: { ecosystem: 'deb', package: 'openssl', version: '3.0.11-1' },
    })
  })

  it('is named by its first identifier where it has no common one', async () => {
    const identifiers = inPackage.identifiers.slice(0, 1)
    const report = await read({ ...dependencyScanning, vulnerabilities: [{ ...inPackage, identifiers }] })
    expect(onlyFinding(report, 'supplyChain').rulePath).toBe('Gemnasium-1234')
  })
})

describe('a report of GitLab', () => {
  it.each([sast, secretDetection, dependencyScanning, containerScanning])(
    'is read in any order of its keys and in any pieces',
    async (file) => {
      const expected = onlyRun(await read(file))
      const reversed = Object.fromEntries(Object.entries(file).reverse())
      for (const pieces of [1, 7, 10_000]) expect(onlyRun(await read(reversed, { pieces }))).toEqual(expected)
    },
  )

  it('that failed is a failed run with its messages', async () => {
    const messages = [
      { level: 'info', value: 'Started' },
      { level: 'warn', value: 'A file is too large' },
      { level: 'fatal', value: 'Out of memory' },
    ]
    const scan = { ...sast.scan, status: 'failure', messages }
    expect(onlyRun(await read({ ...sast, vulnerabilities: [], scan }))).toMatchObject({
      failure: 'The report says that the scan failed: Out of memory',
      errors: [
        { level: 'warning', message: 'A file is too large' },
        { level: 'error', message: 'Out of memory' },
      ],
    })
  })

  it('of what changed says nothing about the rest', async () => {
    const isPartial = async (more: object) =>
      onlyRun(await read({ ...sast, scan: { ...sast.scan, ...more } })).coverage.isPartial
    expect(await isPartial({ partial_scan: { mode: 'differential' } })).toBe(true)
    expect(await isPartial({ partial_scan: { mode: 'incremental' } })).toBe(true)
    expect(await isPartial({ partial_scan_mode: 'differential' })).toBe(true)
    expect(await isPartial({})).toBe(false)
    expect(await isPartial({ partial_scan: null })).toBe(false)
  })

  it('without vulnerabilities finds nothing', async () => {
    expect(onlyRun(await read({ ...sast, vulnerabilities: [] }))).toMatchObject({
      source: { tool: 'Semgrep' },
      findings: [],
      failure: null,
    })
  })

  it('is refused by its type or version', async () => {
    const dast = { ...sast, scan: { ...sast.scan, type: 'dast' } }
    expect(await faultOf(dast)).toMatchObject({
      path: '/scan/type',
      message: expect.stringContaining('"dast"'),
    })
    const constructed = { ...sast, scan: { ...sast.scan, type: 'constructor' } }
    expect(await faultOf(constructed)).toMatchObject({ path: '/scan/type' })
    expect(await faultOf({ ...sast, version: '16.0.0' })).toMatchObject({
      path: '/version',
      message: expect.stringContaining('16.0.0'),
    })
    expect(await faultOf({ vulnerabilities: [] }, { format: 'gitlab' })).toMatchObject({ path: '/version' })
  })

  it('is refused with its place where it has what is no vulnerability', async () => {
    const faultIn = (each: unknown) => faultOf({ ...sast, vulnerabilities: [injection, each] })
    expect(await faultIn(5)).toMatchObject({ path: '/vulnerabilities/1' })
    expect(await faultIn({ ...injection, identifiers: [{}] })).toMatchObject({
      path: '/vulnerabilities/1/identifiers',
    })
    expect(await faultIn({ ...injection, location: null })).toMatchObject({
      path: '/vulnerabilities/1/location',
    })
    const dependency_files = [{ path: 'yarn.lock', dependencies: [{ package: {} }, 1] }]
    expect(await faultOf({ ...dependencyScanning, dependency_files })).toMatchObject({
      path: '/dependency_files/0/dependencies/1',
    })
  })
})
