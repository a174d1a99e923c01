import { describe, expect, it } from 'vitest'
import { faultOf, read } from '../../testing/read.ts'

const lodash = {
  name: 'lodash',
  severity: 'high',
  isDirect: true,
  via: [
    {
      source: 1106913,
      name: 'lodash',
      dependency: 'lodash',
      title: 'Command Injection in lodash',
      url: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
      severity: 'high',
      cwe: ['CWE-77', 'CWE-94'],
      cvss: { score: 7.2, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' },
      range: '<4.17.21',
    },
    {
      source: 42,
      name: 'lodash',
      dependency: 'lodash',
      title: 'Another one',
      url: 'https://npmjs.com/advisories/42',
      severity: 'moderate',
      range: '<4.17.19',
    },
  ],
  effects: ['grunt'],
  range: '<=4.17.20',
  nodes: ['node_modules/lodash'],
  fixAvailable: { name: 'grunt', version: '1.6.1', isSemVerMajor: true },
}
const grunt = {
  name: 'grunt',
  severity: 'high',
  isDirect: false,
  via: ['lodash'],
  effects: [],
  fixAvailable: true,
}
const second = (vulnerabilities: object) => ({
  auditReportVersion: 2,
  vulnerabilities,
  metadata: { vulnerabilities: { high: 1 }, dependencies: { prod: 2 } },
})

const first = (advisories: object) => ({ actions: [], advisories, muted: [], metadata: {}, runId: 'x' })
const advisory = {
  findings: [
    { version: '4.17.15', paths: ['lodash', 'grunt>lodash'] },
    { version: '3.10.1', paths: ['old>lodash'] },
  ],
  id: 1523,
  title: 'Prototype Pollution',
  module_name: 'lodash',
  cves: ['CVE-2019-10744'],
  vulnerable_versions: '<4.17.19',
  patched_versions: '>=4.17.19',
  overview: 'Versions of lodash before 4.17.19 are vulnerable.',
  recommendation: 'Upgrade to version 4.17.19 or later',
  severity: 'low',
  cwe: 'CWE-471',
  github_advisory_id: 'GHSA-jf85-cpcp-j695',
  url: 'https://npmjs.com/advisories/1523',
}

const findingsOf = async (input: unknown) => {
  const [run] = (await read(input)).runs
  return run?.findings ?? []
}

describe('npm audit', () => {
  it('of npm 7 and later has a finding for each advisory of a package', async () => {
    const report = await read(second({ lodash, grunt }))
    expect(report).toMatchObject({
      format: 'npm-audit',
      read: 3,
      leftOut: [{ reason: 'package affected only through others', count: 1 }],
    })
    expect(report.runs[0]).toMatchObject({ source: { tool: 'npm audit' }, lockfiles: null })
    const findings = report.runs[0]?.findings
    expect(findings?.map(({ rulePath, severity }) => [rulePath, severity])).toEqual([
      ['GHSA-35jh-r3h4-6jhm', 'high'],
      ['npm:42', 'medium'],
    ])
    expect(findings?.[0]).toMatchObject({
      location: { filePath: 'package-lock.json' },
      vulnerabilityIdentifier: 'GHSA-35jh-r3h4-6jhm',
      cvss: [{ method: 'CVSSv31', score: 7.2 }],
      foundDependency: { ecosystem: 'npm', package: 'lodash', version: '', transitivity: 'direct' },
      fixRecommendations: [{ package: 'grunt', version: '1.6.1' }],
    })
  })

  it('of npm 6 has a finding for each version of a package', async () => {
    const findings = await findingsOf(first({ 1523: advisory }))
    expect(findings).toMatchObject([
      {
        rulePath: 'GHSA-jf85-cpcp-j695',
        severity: 'low',
        advisoryIds: ['GHSA-jf85-cpcp-j695', 'CVE-2019-10744'],
        foundDependency: { package: 'lodash', version: '4.17.15', transitivity: 'direct' },
        fixRecommendations: [{ package: 'lodash', version: '4.17.19' }],
      },
      { foundDependency: { version: '3.10.1', transitivity: 'transitive' } },
    ])
  })

  it('without vulnerabilities finds nothing', async () => {
    expect(await findingsOf(second({}))).toEqual([])
    expect(await findingsOf(first({}))).toEqual([])
  })

  it('refuses an entry that is no object, with its place', async () => {
    expect(await faultOf(second({ lodash: 'x' }))).toMatchObject({ path: '/vulnerabilities/lodash' })
  })
})

it('a CycloneDX file whose vulnerabilities are no list is refused', async () => {
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.6', vulnerabilities: { a: {} } }
  expect(await faultOf(bill)).toMatchObject({ path: '/vulnerabilities' })
})
