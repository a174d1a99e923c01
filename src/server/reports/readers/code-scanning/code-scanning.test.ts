import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'

const alert = {
  number: 4,
  created_at: '2026-01-12T08:00:00Z',
  url: 'https://api.github.com/repos/acme/shop/code-scanning/alerts/4',
  html_url: 'https://github.com/acme/shop/security/code-scanning/4',
  state: 'open',
  dismissed_by: null,
  rule: {
    id: 'py/sql-injection',
    severity: 'error',
    security_severity_level: 'critical',
    description: 'SQL query built from user-controlled sources',
    full_description: 'Building a query from text of a user lets the user change it.',
    name: 'py/sql-injection',
    tags: ['security', 'external/cwe/cwe-089'],
  },
  tool: { name: 'CodeQL', guid: null, version: '2.22.1' },
  most_recent_instance: {
    ref: 'refs/heads/main',
    analysis_key: '.github/workflows/codeql.yml:analyze',
    category: '/language:python',
    state: 'open',
    commit_sha: '4f1c2a9be07d3856a1c0e4d7b8f96532aa10cd47',
    message: { text: 'This query depends on a user-provided value.' },
    location: { path: 'app/orders.py', start_line: 12, end_line: 12, start_column: 9, end_column: 30 },
    classifications: [],
  },
}
const of = (state: string, tool = 'CodeQL') => ({ ...alert, state, tool: { ...alert.tool, name: tool } })

describe('a code scanning alert', () => {
  it('is a code finding of its tool and category', async () => {
    const report = await read([alert])
    expect(report).toMatchObject({ format: 'code-scanning', read: 1, leftOut: [] })
    const run = onlyRun(report)
    expect(run).toMatchObject({
      source: { tool: 'CodeQL', category: '/language:python' },
      tool: { name: 'CodeQL', version: '2.22.1' },
      failure: null,
    })
    expect(run.rules).toMatchObject([
      { path: 'py/sql-injection', title: alert.rule.description, cweNames: ['CWE-89'] },
    ])
    expect(onlyFinding(report, 'code')).toMatchObject({
      rulePath: 'py/sql-injection',
      severity: 'critical',
      message: 'This query depends on a user-provided value.',
      location: { filePath: 'app/orders.py', line: 12, column: 9, endLine: 12, endColumn: 30 },
      references: [alert.html_url],
      suppressed: false,
    })
  })

  it('that is dismissed is suppressed, and one that is fixed is left out', async () => {
    const report = await read([of('dismissed'), of('fixed')])
    expect(onlyFinding(report, 'code').suppressed).toBe(true)
    expect(report).toMatchObject({ read: 2, leftOut: [{ reason: 'alert state "fixed"', count: 1 }] })
  })

  it('of several tools belongs to the source of each', async () => {
    const report = await read([of('open'), of('open', 'zizmor'), of('open')])
    expect(report.runs.map(({ source, findings }) => [source.tool, findings.length])).toEqual([
      ['CodeQL', 2],
      ['zizmor', 1],
    ])
  })

  it('is refused with its place where it is none', async () => {
    expect(await faultOf([alert, { rule: {} }])).toMatchObject({ path: '/1/rule/id' })
    expect(await faultOf([alert, { rule: { id: 'r' } }])).toMatchObject({ path: '/1/most_recent_instance' })
  })
})
