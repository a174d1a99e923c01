import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'

const file = (findings: unknown, more: object = {}) => ({
  gatehouse: 1,
  tool: { name: 'house-rules', version: '3.1.0' },
  findings,
  ...more,
})
const code = {
  kind: 'code',
  rule: 'house.no-eval',
  title: 'Text is run as code',
  message: 'The parameter q reaches eval.',
  severity: 'high',
  confidence: 'medium',
  cwe: ['CWE-95'],
  url: 'https://wiki.example/no-eval',
  references: ['https://wiki.example/more'],
  path: 'app/views.py',
  line: 12,
  column: 5,
  end_line: 12,
  end_column: 20,
  code: 'return eval(q)',
  fingerprint: '9b1c-views-eval',
}
const value = 'Zq8RtY3nLw6KdV1xBc5HsPf9'
const secret = {
  kind: 'secret',
  rule: 'house.token',
  message: `A token ${value} was found.`,
  severity: 'critical',
  path: 'deploy/env.sh',
  line: 4,
  code: `export TOKEN="${value}"`,
  secret: value,
  secret_type: 'Deploy token',
  validity: 'active',
}
const dependency = {
  kind: 'dependency',
  rule: 'CVE-2021-23337',
  aliases: ['GHSA-35jh-r3h4-6jhm'],
  title: 'Command Injection in lodash',
  severity: 'high',
  package: 'lodash',
  version: '4.17.20',
  ecosystem: 'npm',
  transitivity: 'direct',
  path: 'package-lock.json',
  cvss_score: 7.2,
  cvss_vector: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H',
  fixed_versions: ['4.17.21'],
}

describe('a finding of the plain format', () => {
  it('of the kind `code` is a code finding with its rule', async () => {
    const report = await read(file([code]))
    expect(report).toMatchObject({ format: 'gatehouse', read: 1, leftOut: [] })
    expect(onlyRun(report).rules).toMatchObject([
      { path: 'house.no-eval', title: 'Text is run as code', cweNames: ['CWE-95'], url: code.url },
    ])
    expect(onlyFinding(report, 'code')).toMatchObject({
      message: code.message,
      severity: 'high',
      confidence: 'medium',
      location: { filePath: 'app/views.py', line: 12, column: 5, endLine: 12, endColumn: 20 },
      code: { startLine: 12, lines: ['return eval(q)'] },
      evidence: { fingerprint: { scheme: 'fingerprint' } },
      suppressed: false,
    })
  })

  it('needs a rule alone', async () => {
    expect(onlyFinding(await read(file([{ rule: 'r' }])), 'code')).toMatchObject({
      rulePath: 'r',
      severity: 'medium',
      location: null,
    })
  })

  it('of the kind `secret` is stored without its value', async () => {
    const report = await read(file([secret]))
    expect(onlyFinding(report, 'secret')).toMatchObject({
      secretType: 'Deploy token',
      severity: 'critical',
      validationState: 'CONFIRMED_VALID',
      secretHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      message: expect.stringContaining('A token [removed] was found.'),
    })
    expect(JSON.stringify(report)).not.toContain(value)
  })

  it.each(Object.keys({ ...code, ...secret }))('shows no value that stands in `%s`', async (key) => {
    if (key === 'kind') return
    const report = await read(file([{ ...secret, [key]: `x ${value} y`, secret: value }]))
    expect(JSON.stringify(report)).not.toContain(value)
  })

  it('of the kind `dependency` is a finding in its package', async () => {
    expect(onlyFinding(await read(file([dependency])), 'supplyChain')).toMatchObject({
      rulePath: 'CVE-2021-23337',
      severity: 'high',
      advisoryIds: ['CVE-2021-23337', 'GHSA-35jh-r3h4-6jhm'],
      location: { filePath: 'package-lock.json' },
      cvss: [{ method: 'CVSSv31', score: 7.2 }],
      fixRecommendations: [{ package: 'lodash', version: '4.17.21' }],
      foundDependency: { ecosystem: 'npm', package: 'lodash', version: '4.17.20', transitivity: 'direct' },
    })
  })

  it('may be suppressed', async () => {
    const all = [code, secret, dependency].map((each) => ({ ...each, suppressed: true }))
    const { findings } = onlyRun(await read(file(all)))
    expect(findings.map(({ suppressed }) => suppressed)).toEqual([true, true, true])
  })
})

describe('a file of the plain format', () => {
  it('names its tool, its time, its commit and the files it covers, before or after the findings', async () => {
    const about = {
      category: 'backend',
      started_at: '2026-01-15T10:00:00Z',
      completed_at: '2026-01-15T10:01:00Z',
      commit: '4f1c2a9',
      branch: 'main',
      scanned_files: ['app/views.py', './app/models.py'],
    }
    for (const each of [file([code], about), { ...about, ...file([code]) }]) {
      const run = onlyRun(await read(each))
      expect(run).toMatchObject({
        source: { tool: 'house-rules', category: 'backend' },
        tool: { name: 'house-rules', version: '3.1.0' },
        startedAt: '2026-01-15T10:00:00.000Z',
        completedAt: '2026-01-15T10:01:00.000Z',
        revision: { commit: '4f1c2a9', branch: 'main' },
        coverage: { scannedPaths: ['app/views.py', 'app/models.py'], listsRules: false },
      })
    }
  })

  it('without findings is an empty scan of its tool', async () => {
    expect(onlyRun(await read(file([])))).toMatchObject({ findings: [], source: { tool: 'house-rules' } })
  })

  it('is refused with the place of what is no finding', async () => {
    expect(await faultOf(file([code, {}]))).toMatchObject({ path: '/findings/1/rule' })
    expect(await faultOf(file([{ rule: 'r', kind: 'x' }]))).toMatchObject({ path: '/findings/0/kind' })
    expect(await faultOf(file([{ rule: 'r', kind: 'dependency' }]))).toMatchObject({
      path: '/findings/0/package',
    })
    expect(await faultOf(file({}))).toMatchObject({ path: '/findings' })
  })
})
