import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read, semgrepFile } from '../../testing/read.ts'

const advisory = {
  id: 'GHSA-35jh-r3h4-6jhm',
  modified: '2025-09-10T00:00:00Z',
  aliases: ['CVE-2021-23337'],
  summary: 'Command Injection in lodash',
  details: 'Versions before 4.17.21 run text of a template.',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'lodash', purl: 'pkg:npm/lodash' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
    },
    {
      package: { ecosystem: 'npm', name: 'lodash-es' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.22' }] }],
    },
  ],
  references: [{ type: 'WEB', url: 'https://lodash.example/advisory' }],
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' }],
  database_specific: { cwe_ids: ['CWE-77', 'CWE-94'], severity: 'HIGH' },
}
const vulnerable = {
  package: { name: 'lodash', version: '4.17.20', ecosystem: 'npm' },
  vulnerabilities: [advisory],
  groups: [
    { ids: ['GHSA-35jh-r3h4-6jhm'], aliases: ['CVE-2021-23337', 'GHSA-35jh-r3h4-6jhm'], max_severity: '7.2' },
  ],
}
const result = { source: { path: 'shop/package-lock.json', type: 'lockfile' }, packages: [vulnerable] }
const file = (results: unknown[]) => ({ results, experimental_config: { licenses: { summary: false } } })

describe('what is not read of a package', () => {
  it('is counted as left out: licenses that are not allowed', async () => {
    const licensed = { ...vulnerable, licenses: ['AGPL-3.0-only'], license_violations: ['AGPL-3.0-only'] }
    const alone = {
      package: vulnerable.package,
      licenses: ['GPL-3.0-only'],
      license_violations: ['GPL-3.0-only'],
    }
    const report = await read(file([{ ...result, packages: [licensed, alone] }]))
    expect(onlyRun(report).findings).toHaveLength(1)
    expect(report.leftOut).toEqual([{ reason: 'license violation, which is not read', count: 2 }])
  })

  it('is counted, too, beyond ten thousand vulnerabilities, as kernels have thousands', async () => {
    const groups = Array.from({ length: 10_002 }, (_, index) => ({ ids: [`CVE-2024-${index}`] }))
    const report = await read(file([{ ...result, packages: [{ package: vulnerable.package, groups }] }]))
    expect(onlyRun(report).findings).toHaveLength(10_000)
    expect(report.leftOut).toEqual([
      { reason: 'vulnerabilities beyond the first 10,000 of a package', count: 2 },
    ])
  })
})

describe('a group of advisories of OSV-Scanner', () => {
  it('is a finding in its package, with the id that the tool displays', async () => {
    const report = await read(file([result]))
    expect(report).toMatchObject({ format: 'osv-scanner', read: 1, leftOut: [] })
    const run = onlyRun(report)
    expect(run).toMatchObject({ source: { tool: 'OSV-Scanner', category: null }, lockfiles: null })
    expect(run.rules).toMatchObject([{ path: 'CVE-2021-23337', cweNames: ['CWE-77', 'CWE-94'] }])
    expect(onlyFinding(report, 'supplyChain')).toMatchObject({
      rulePath: 'CVE-2021-23337',
      severity: 'high',
      message: 'Command Injection in lodash\n\nVersions before 4.17.21 run text of a template.',
      location: { filePath: 'shop/package-lock.json' },
      advisoryIds: ['CVE-2021-23337', 'GHSA-35jh-r3h4-6jhm'],
      cvss: [{ method: 'CVSSv31', score: 7.2 }],
      fixRecommendations: [{ package: 'lodash', version: '4.17.21' }],
      references: ['https://osv.dev/vulnerability/CVE-2021-23337', 'https://lodash.example/advisory'],
      foundDependency: { ecosystem: 'npm', package: 'lodash', version: '4.17.20' },
    })
  })

  it('has the rule, place and evidence of SARIF', async () => {
    const sarif = {
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'osv-scanner', rules: [{ id: 'CVE-2021-23337' }] } },
          results: [
            {
              ruleId: 'CVE-2021-23337',
              message: {
                text: "Package 'lodash@4.17.20' is vulnerable to 'CVE-2021-23337' (also known as 'GHSA-35jh-r3h4-6jhm').",
              },
              locations: [
                { physicalLocation: { artifactLocation: { uri: 'file:///src/shop/package-lock.json' } } },
              ],
            },
          ],
        },
      ],
    }
    const other = onlyFinding(await read(sarif), 'supplyChain')
    const absolute = { ...result, source: { path: '/src/shop/package-lock.json', type: 'lockfile' } }
    const own = onlyFinding(await read(file([absolute])), 'supplyChain')
    expect([own.rulePath, own.location?.filePath, own.evidence.code, own.advisoryIds]).toEqual([
      other.rulePath,
      other.location?.filePath,
      other.evidence.code,
      other.advisoryIds,
    ])
  })

  it('is an advisory by itself where the file has no groups', async () => {
    const report = await read(file([{ ...result, packages: [{ ...vulnerable, groups: [] }] }]))
    expect(onlyFinding(report, 'supplyChain')).toMatchObject({ rulePath: 'CVE-2021-23337', severity: 'high' })
  })
})

describe('a report of OSV-Scanner', () => {
  it('is read in any order of its keys, and of any size', async () => {
    const { source, packages } = result
    for (const each of [
      { source, packages },
      { packages, source },
    ]) {
      for (const pieces of [1, 10_000]) {
        const report = await read(file([each]), { pieces })
        expect(onlyFinding(report, 'supplyChain').location?.filePath).toBe('shop/package-lock.json')
      }
    }
    const details = 'x'.repeat(20_000)
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      ...vulnerable,
      package: { ...vulnerable.package, name: `package-${index}` },
      vulnerabilities: [{ ...advisory, affected: [{ package: { name: 'x' }, versions: [details] }] }],
    }))
    // A lockfile of more than the limit of a value.
    const report = await read({ results: [{ source, packages: many }] }, { pieces: 65_536 })
    expect(onlyRun(report).findings).toHaveLength(1_000)
  })

  it('without vulnerabilities finds nothing', async () => {
    expect(onlyRun(await read(file([]))).findings).toEqual([])
    expect(onlyRun(await read({ results: [{ source: result.source, packages: [] }] })).findings).toEqual([])
  })

  it('is not confused with others that have results', async () => {
    const semgrep = { check_id: 'r', path: 'a.py', start: { line: 1 }, extra: { message: 'm' } }
    expect((await read(semgrepFile([semgrep, semgrep]))).format).toBe('semgrep')
    const talisman = { summary: { types: {} }, results: [{ filename: 'a', failure_list: [] }] }
    expect((await faultOf(talisman)).message).toMatch(/like a Talisman report/)
  })

  it('is refused with the place of what is none', async () => {
    expect(await faultOf(file([result, {}]))).toMatchObject({ path: '/results/1' })
    expect(await faultOf(file([result, { packages: [{}] }]))).toMatchObject({
      path: '/results/1/packages/0/package',
    })
  })
})
