import { describe, expect, it } from 'vitest'
import { dependencyCheckXml } from '../../testing/dependency-check-xml.ts'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'
import { report } from './testing/sample.ts'

const [, log4j, lodash] = report.dependencies
const withDependencies = (...dependencies: unknown[]) => ({ ...report, dependencies })
const withVulnerability = (more: object, about: object = {}) =>
  withDependencies({
    fileName: 'a.jar',
    filePath: '/srv/lib/a.jar',
    packages: [{ id: 'pkg:maven/g/a@1' }],
    vulnerabilities: [{ source: 'NVD', name: 'CVE-2024-1', description: 'd', ...more }],
    ...about,
  })

describe('a report of Dependency-Check', () => {
  it('gives a finding for each vulnerability of a dependency', async () => {
    const answer = await read(report)
    expect(answer).toMatchObject({ format: 'dependency-check', read: 3, leftOut: [] })
    const run = onlyRun(answer)
    expect(run).toMatchObject({
      source: { tool: 'Dependency-Check', category: null },
      tool: { name: 'dependency-check', version: '12.1.3' },
      completedAt: '2026-01-15T11:58:00.123Z',
      lockfiles: null,
      errors: [],
      coverage: { findings: true, scannedPaths: null },
    })
    expect(run.findings).toMatchObject([
      {
        kind: 'supplyChain',
        rulePath: 'CVE-2021-44228',
        message: 'Names in messages are looked up, and what is found is run.',
        severity: 'critical',
        suppressed: false,
        location: { filePath: '/builds/acme/shop/lib/log4j-core-2.14.1.jar' },
        advisoryIds: ['CVE-2021-44228', 'GHSA-jfh8-c2jp-5v3q'],
        cvss: [
          {
            method: 'CVSSv31',
            score: 10,
            vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
            source: 'NVD',
          },
          { method: 'CVSSv2', score: 9.3, vector: 'AV:N/AC:M/Au:N/C:C/I:C/A:C', source: 'NVD' },
        ],
        fixRecommendations: [{ package: 'org.apache.logging.log4j:log4j-core', version: '2.15.0' }],
        foundDependency: {
          ecosystem: 'maven',
          package: 'org.apache.logging.log4j:log4j-core',
          version: '2.14.1',
          transitivity: 'unknown',
        },
      },
      { rulePath: 'CVE-2017-5645', severity: 'medium', suppressed: true },
      {
        rulePath: 'GHSA-35jh-r3h4-6jhm',
        severity: 'high',
        suppressed: false,
        location: { filePath: '/builds/acme/shop/web/package-lock.json' },
        vulnerabilityIdentifier: 'GHSA-35jh-r3h4-6jhm',
        advisoryIds: ['GHSA-35jh-r3h4-6jhm', 'CVE-2021-23337'],
        cvss: [{ method: 'CVSSv4', score: 8.6, source: 'nvd@nist.example' }],
        fixRecommendations: [],
        foundDependency: { ecosystem: 'npm', package: 'lodash', version: '4.17.20' },
      },
    ])
    expect(run.rules[0]).toMatchObject({
      path: 'CVE-2021-44228',
      url: 'https://nvd.nist.gov/vuln/detail/CVE-2021-44228',
      cweNames: ['CWE-502', 'CWE-400'],
    })
  })

  it('is the same in XML, whatever its version and prefix', async () => {
    const expected = await read(report)
    for (const version of ['2.0', '2.5', '4.1'])
      for (const pieces of [1, 7, 65_536])
        expect(await read(dependencyCheckXml(report, version), { pieces })).toEqual(expected)
    const prefixed = dependencyCheckXml(report)
      .replaceAll(/<(\/?)([a-z])/gi, '<$1d:$2')
      .replace('xmlns=', 'xmlns:d=')
    expect(await read(prefixed)).toEqual(expected)
    const commented = dependencyCheckXml(report).replace(
      '<analysis',
      `<!-- ${'a'.repeat(6_000)} --><analysis`,
    )
    expect(await read(commented)).toEqual(expected)
  })

  it('is read whatever the order of its keys', async () => {
    const reversed = (value: unknown): unknown =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(Object.entries(value).reverse())
    const turned = Object.entries({ ...report, dependencies: report.dependencies.map(reversed) }).reverse()
    expect(onlyRun(await read(Object.fromEntries(turned))).findings).toEqual(
      onlyRun(await read(withDependencies(...report.dependencies.map(reversed)))).findings,
    )
    expect(onlyRun(await read(Object.fromEntries(turned))).findings).toHaveLength(3)
  })

  it('without vulnerabilities finds nothing', async () => {
    expect(onlyRun(await read(withDependencies(report.dependencies[0]))).findings).toEqual([])
    expect(onlyRun(await read(withDependencies())).findings).toEqual([])
    expect(onlyRun(await read(dependencyCheckXml(withDependencies()))).findings).toEqual([])
  })

  it('whose analysis failed in part fixes nothing, and says why', async () => {
    const exception = { message: 'OSS Index: 401 Unauthorized', stackTrace: ['a.B.c(B.java:1)'] }
    const failed = { ...report, scanInfo: { ...report.scanInfo, analysisExceptions: [{ exception }] } }
    for (const file of [failed, dependencyCheckXml(failed)])
      expect(onlyRun(await read(file))).toMatchObject({
        failure: 'An analysis failed: OSS Index: 401 Unauthorized',
        errors: [{ level: 'error', message: 'OSS Index: 401 Unauthorized' }],
        findings: [{}, {}, {}],
      })
  })

  it('has one finding of a vulnerability that is listed twice', async () => {
    const answer = await read(withDependencies(log4j, log4j))
    expect(onlyRun(answer).findings).toHaveLength(2)
    expect(answer.leftOut).toEqual([{ reason: expect.any(String), count: 2 }])
  })
})

describe('the package of a dependency', () => {
  const packageOf = async (about: object) =>
    onlyFinding(await read(withVulnerability({}, { packages: [], ...about })), 'supplyChain')

  it.each([
    [{ packages: [{ id: 'pkg:javascript/jquery@1.12.4' }] }, 'jquery', '1.12.4', 'javascript'],
    [{ filePath: '/srv/lib/commons-io-2.4.jar' }, 'commons-io', '2.4', 'maven'],
    [{ filePath: '/srv/package-lock.json?lodash', fileName: 'lodash:4.17.20' }, 'lodash', '4.17.20', 'npm'],
    [{ filePath: '/srv/package-lock.json?/lodash:4.17.20' }, 'lodash', '4.17.20', 'npm'],
    [
      { filePath: '/srv/x.dll', vulnerabilityIds: [{ id: 'cpe:2.3:a:acme:x_lib:1.2:*:*:*:*:*:*:*' }] },
      'x',
      '1.2',
      null,
    ],
    [
      { filePath: '/srv/Makefile', vulnerabilityIds: [{ id: 'cpe:2.3:a:acme:make:4:*:*:*:*:*:*:*' }] },
      'make',
      '4',
      null,
    ],
    [{ filePath: '/srv/Makefile' }, 'Makefile', '', null],
  ])('%j', async (about, name, version, ecosystem) => {
    expect((await packageOf(about)).foundDependency).toMatchObject({ package: name, version, ecosystem })
  })

  it('is in its file, without the package behind a lockfile, with slashes', async () => {
    const paths = ['/srv/package-lock.json?lodash', 'C:\\src\\lib\\a.jar', './lib/a.jar']
    const found = await Promise.all(paths.map((filePath) => packageOf({ filePath })))
    expect(found.map(({ location }) => location?.filePath)).toEqual([
      '/srv/package-lock.json',
      'C:/src/lib/a.jar',
      'lib/a.jar',
    ])
  })
})

describe('a vulnerability', () => {
  const findingOf = async (more: object) => onlyFinding(await read(withVulnerability(more)), 'supplyChain')

  it('has the severity that is written, else that of its scores, else medium', async () => {
    const severities = await Promise.all(
      [
        { severity: 'MEDIUM', cvssv3: { baseScore: 9.8, baseSeverity: 'CRITICAL' } },
        { severity: 'moderate' },
        { severity: 'Unknown', cvssv3: { baseScore: 9.8 } },
        { cvssv2: { score: 7.5, severity: 'HIGH' } },
        { severity: 'Unknown' },
      ].map(async (more) => (await findingOf(more)).severity),
    )
    expect(severities).toEqual(['medium', 'medium', 'critical', 'high', 'medium'])
  })

  it('has no vector whose words are unknown, or whose version is', async () => {
    const words = { attackVector: 'NETWORK', attackComplexity: 'LOW', baseScore: 5 }
    const { cvss } = await findingOf({ cvssv3: { ...words, version: '3.1' } })
    expect(cvss).toEqual([{ method: 'CVSSv31', score: 5, vector: null, source: 'NVD' }])
  })

  it('is known by the id of an entry that it refers to, unless there are several', async () => {
    const page = (id: string) => ({ source: 'x', url: `https://github.com/acme/a/security/advisories/${id}` })
    const one = await findingOf({ references: [page('GHSA-jfh8-c2jp-5v3q'), page('GHSA-jfh8-c2jp-5v3q')] })
    expect(one.advisoryIds).toEqual(['CVE-2024-1', 'GHSA-jfh8-c2jp-5v3q'])
    const two = await findingOf({ references: [page('GHSA-jfh8-c2jp-5v3q'), page('GHSA-35jh-r3h4-6jhm')] })
    expect(two.advisoryIds).toEqual(['CVE-2024-1'])
    const named = await findingOf({ name: 'jQuery issue: 2432', references: [{ name: 'CVE-2015-9251' }] })
    expect(named.advisoryIds).toEqual(['jQuery issue: 2432', 'CVE-2015-9251'])
    const mentioned = await findingOf({ references: [{ url: 'https://a.example/?see=CVE-2020-1' }] })
    expect(mentioned.advisoryIds).toEqual(['CVE-2024-1'])
  })

  it('is fixed by the version of its own product, not of another one of the vendor', async () => {
    const fixOf = async (product: string) => {
      const id = `cpe:2.3:a:apache:${product}:*:*:*:*:*:*:*:*`
      const software = { id, vulnerabilityIdMatched: 'true', versionEndExcluding: '3.9.0' }
      const packages = [{ id: 'pkg:maven/org.springframework/spring-core@5.3.1' }]
      const file = withVulnerability({ vulnerableSoftware: [{ software }] }, { packages })
      return onlyFinding(await read(file), 'supplyChain').fixRecommendations
    }
    const fix = [{ package: 'org.springframework:spring-core', version: '3.9.0' }]
    for (const product of ['spring_framework', 'spring-core', 'Spring_Core_Library'])
      expect(await fixOf(product), product).toEqual(fix)
    for (const product of ['commons_net', '', '*']) expect(await fixOf(product), product).toEqual([])
  })

  it('is refused with its place where it is none', async () => {
    expect(await faultOf(withVulnerability({ name: '' }))).toMatchObject({
      path: '/dependencies/0/vulnerabilities/0/name',
    })
    expect(await faultOf(withDependencies(lodash, { vulnerabilities: [] }))).toMatchObject({
      message: 'this is not a dependency of Dependency-Check: it has no `fileName` and no `filePath`',
      path: '/dependencies/1',
    })
  })
})

it('XML of a version before 5 is refused with what to do', async () => {
  const { message } = await faultOf(dependencyCheckXml(report, '1.8'))
  expect(message).toMatch(/before 5/)
})
