import { describe, expect, it } from 'vitest'
import { faultOf, read } from '../../testing/read.ts'

const artifact = {
  id: 'a1',
  name: 'lodash',
  version: '4.17.20',
  type: 'npm',
  locations: [{ path: '/web/package-lock.json', accessPath: '/web/package-lock.json' }],
  language: 'javascript',
  licenses: ['MIT'],
  cpes: [],
  purl: 'pkg:npm/lodash@4.17.20',
  upstreams: [],
}
const advisory = {
  id: 'GHSA-35jh-r3h4-6jhm',
  dataSource: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
  namespace: 'github:language:javascript',
  severity: 'High',
  urls: ['https://github.com/advisories/GHSA-35jh-r3h4-6jhm'],
  description: 'Command Injection in lodash',
  cvss: [
    {
      source: 'security-advisories@github.com',
      type: 'Secondary',
      version: '3.1',
      vector: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H',
      metrics: { baseScore: 7.2, exploitabilityScore: 1.3, impactScore: 5.9 },
      vendorMetadata: {},
    },
  ],
  epss: [{ cve: 'CVE-2021-23337', epss: 0.0123, percentile: 0.78, date: '2026-01-01' }],
  cwes: [{ cve: 'CVE-2021-23337', cwe: 'CWE-77', source: 'nvd@nist.gov', type: 'Primary' }],
  fix: { versions: ['4.17.21'], state: 'fixed' },
  advisories: [],
}
const related = {
  id: 'CVE-2021-23337',
  dataSource: 'https://nvd.nist.gov/vuln/detail/CVE-2021-23337',
  severity: 'High',
  urls: ['https://snyk.io/vuln/SNYK-JS-LODASH-1040724'],
  description: 'Lodash versions prior to 4.17.21 are vulnerable to Command Injection.',
  cvss: [],
}
const match = { vulnerability: advisory, relatedVulnerabilities: [related], matchDetails: [], artifact }
const file = (matches: unknown[], more: object = {}) => ({
  matches,
  source: { type: 'directory', target: '.' },
  distro: { name: '', version: '', idLike: null },
  descriptor: { name: 'grype', version: '0.98.0', timestamp: '2026-01-15T10:00:00.5Z' },
  ...more,
})

const findingsOf = async (input: unknown) => {
  const [run] = (await read(input)).runs
  return run?.findings ?? []
}

describe('a match of Grype', () => {
  it('is a finding in its package, with the CVE that its advisory is about', async () => {
    const report = await read(file([match]))
    expect(report).toMatchObject({ format: 'grype', read: 1, leftOut: [] })
    const [run] = report.runs
    expect(run).toMatchObject({
      source: { tool: 'Grype', category: null },
      tool: { name: 'Grype', version: '0.98.0' },
      completedAt: '2026-01-15T10:00:00.500Z',
      lockfiles: null,
    })
    expect(run?.findings).toEqual([
      expect.objectContaining({
        kind: 'supplyChain',
        rulePath: 'GHSA-35jh-r3h4-6jhm',
        severity: 'high',
        suppressed: false,
        location: expect.objectContaining({ filePath: 'web/package-lock.json' }),
        vulnerabilityIdentifier: 'GHSA-35jh-r3h4-6jhm',
        advisoryIds: ['GHSA-35jh-r3h4-6jhm', 'CVE-2021-23337'],
        epss: { score: 0.0123, percentile: 0.78 },
        fixRecommendations: [{ package: 'lodash', version: '4.17.21' }],
        foundDependency: expect.objectContaining({
          ecosystem: 'npm',
          package: 'lodash',
          version: '4.17.20',
          transitivity: 'unknown',
        }),
      }),
    ])
    expect(run?.findings[0]).toMatchObject({ cvss: [{ method: 'CVSSv31', score: 7.2 }] })
    expect(run?.rules).toEqual([
      expect.objectContaining({ path: 'GHSA-35jh-r3h4-6jhm', cweNames: ['CWE-77'], severity: 'high' }),
    ])
  })

  it('is suppressed where Grype was told to ignore it', async () => {
    const findings = await findingsOf(file([], { ignoredMatches: [{ ...match, appliedIgnoreRules: [] }] }))
    expect(findings.map(({ suppressed }) => suppressed)).toEqual([true])
  })

  it('of a package of an image names the database of packages', async () => {
    const inImage = { ...artifact, type: 'apk', locations: [{ path: '/lib/apk/db/installed' }] }
    const image = { type: 'image', target: { userInput: 'alpine:3.20', imageID: 'sha256:1' } }
    const nowhere = { ...artifact, locations: [] }
    const findings = await findingsOf(
      file(
        [
          { ...match, artifact: inImage },
          { ...match, artifact: nowhere },
        ],
        { source: image },
      ),
    )
    expect(findings.map(({ location }) => location?.filePath)).toEqual([
      'lib/apk/db/installed',
      'alpine:3.20',
    ])
  })

  it('that is repeated is merged with its equal', async () => {
    const report = await read(file([match, match]))
    expect(report.runs[0]?.findings).toHaveLength(1)
    expect(report.leftOut).toEqual([{ reason: expect.any(String), count: 1 }])
  })

  it('has the severity of Grype, low where that is negligible, by its score where it is unknown', async () => {
    const of = (severity: string) => ({ ...match, vulnerability: { ...advisory, id: severity, severity } })
    const findings = await findingsOf(file(['Critical', 'Medium', 'Negligible', 'Unknown'].map(of)))
    expect(findings.map(({ severity }) => severity)).toEqual(['critical', 'medium', 'low', 'high'])
  })
})

it('a report of Grype without matches finds nothing, whatever comes first', async () => {
  expect(await findingsOf(file([]))).toEqual([])
  expect(await findingsOf({ descriptor: { name: 'grype' }, matches: [] })).toEqual([])
})

it('what is no match is refused with its place', async () => {
  expect(await faultOf(file([match, 'x']))).toMatchObject({ path: '/matches/1' })
  const ofAge = { Cycle: { ProductName: 'Perl', Eol: '2026-07-02' }, artifact }
  expect(await faultOf(file([ofAge]))).toMatchObject({ path: '/matches/0/vulnerability' })
})
