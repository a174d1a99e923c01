import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'
import { issue, report } from './testing/sample.ts'

const withIssues = (...vulnerabilities: unknown[]) => ({ ...report, vulnerabilities, filtered: {} })

describe('an issue of Snyk', () => {
  it('is a finding in the manifest that its SARIF names', async () => {
    const answer = await read(withIssues(issue))
    expect(answer).toMatchObject({ format: 'snyk', read: 1, leftOut: [] })
    expect(onlyRun(answer)).toMatchObject({ source: { tool: 'Snyk Open Source' }, lockfiles: null })
    expect(onlyFinding(answer, 'supplyChain')).toMatchObject({
      rulePath: 'SNYK-JS-LODASH-1040724',
      severity: 'high',
      suppressed: false,
      location: { filePath: 'web/package.json' },
      vulnerabilityIdentifier: 'CVE-2021-23337',
      advisoryIds: ['SNYK-JS-LODASH-1040724', 'CVE-2021-23337', 'GHSA-35jh-r3h4-6jhm'],
      cvss: [
        { score: 7.2, source: 'Snyk' },
        { score: 7.1, source: 'NVD' },
      ],
      epss: { score: 0.0123, percentile: 0.78 },
      fixRecommendations: [
        { package: 'lodash', version: '4.17.21' },
        { package: 'express', version: '4.19.2' },
      ],
      foundDependency: {
        ecosystem: 'npm',
        package: 'lodash',
        version: '4.17.20',
        transitivity: 'transitive',
      },
    })
  })

  it('that is ignored is suppressed, and one on several paths is merged', async () => {
    const answer = await read({
      ...report,
      vulnerabilities: [issue, { ...issue, from: ['shop@1.0.0', 'lodash@4.17.20'] }],
    })
    expect(answer.leftOut).toEqual([{ reason: 'duplicate entry', count: 1 }])
    expect(onlyRun(answer).findings.map(({ rulePath, suppressed }) => [rulePath, suppressed])).toEqual([
      ['SNYK-JS-LODASH-1040724', false],
      ['SNYK-JS-LODASH-608086', true],
    ])
  })

  it('of an image is one of Snyk Container, in the image', async () => {
    const image = { ...withIssues(issue), docker: { baseImage: 'alpine' }, path: 'acme/shop:1.2' }
    const answer = await read({ ...image, displayTargetFile: undefined, packageManager: 'apk' })
    expect(onlyRun(answer).source.tool).toBe('Snyk Container')
    expect(onlyFinding(answer, 'supplyChain').location?.filePath).toBe('acme/shop:1.2')
  })
})

describe('a report of Snyk', () => {
  it('of several projects is a list, and fails if one of them did', async () => {
    const other = {
      ...withIssues({ ...issue, packageName: 'django' }),
      displayTargetFile: 'requirements.txt',
    }
    const failed = { ok: false, error: 'Missing node_modules folder', path: 'admin' }
    const { findings, errors, failure } = onlyRun(await read([withIssues(issue), other, failed]))
    expect(findings.map(({ location }) => location?.filePath)).toEqual([
      'web/package.json',
      'requirements.txt',
    ])
    expect(failure).toBe('A project could not be tested: Missing node_modules folder')
    expect(errors).toEqual([
      expect.objectContaining({ message: 'Missing node_modules folder', path: 'admin' }),
    ])
  })

  it('without issues finds nothing, whatever the order of its keys', async () => {
    expect(onlyRun(await read(withIssues())).findings).toEqual([])
    const reversed = Object.fromEntries(Object.entries(withIssues(issue)).reverse())
    for (const pieces of [1, 10_000])
      expect(onlyRun(await read(reversed, { pieces })).findings).toEqual(
        onlyRun(await read(withIssues(issue))).findings,
      )
  })

  it('is refused with its place where it has what is no issue', async () => {
    expect(await faultOf(withIssues(issue, 1))).toMatchObject({ path: '/vulnerabilities/1/id' })
    expect(await faultOf(withIssues({ id: 'CVE-2021-1' }))).toMatchObject({
      path: '/vulnerabilities/0/packageName',
    })
  })
})
