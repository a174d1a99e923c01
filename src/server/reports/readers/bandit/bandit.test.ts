import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'

const issue = {
  code: '11 def run(request):\n12     return eval(request.args["q"])\n13 \n',
  col_offset: 11,
  end_col_offset: 35,
  filename: './app/views.py',
  issue_confidence: 'HIGH',
  issue_cwe: { id: 78, link: 'https://cwe.mitre.org/data/definitions/78.html' },
  issue_severity: 'MEDIUM',
  issue_text: 'Use of possibly insecure function - consider using safer ast.literal_eval.',
  line_number: 12,
  line_range: [12],
  more_info: 'https://bandit.readthedocs.io/en/1.8.0/blacklists/blacklist_calls.html#b307-eval',
  test_id: 'B307',
  test_name: 'blacklist',
}
const file = (results: unknown[], more: object = {}) => ({
  errors: [],
  generated_at: '2026-01-15T11:58:00Z',
  metrics: { _totals: { loc: 20 }, './app/views.py': { loc: 12 }, './app/models.py': { loc: 8 } },
  results,
  ...more,
})

/** The same issue as Bandit writes it in SARIF. */
const sarif = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Bandit', rules: [{ id: 'B307', name: 'blacklist' }] } },
      results: [
        {
          ruleId: 'B307',
          ruleIndex: 0,
          message: { text: issue.issue_text },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: './app/views.py' },
                region: {
                  startLine: 12,
                  startColumn: 12,
                  endLine: 12,
                  endColumn: 36,
                  snippet: { text: '    return eval(request.args["q"])\n' },
                },
                contextRegion: {
                  startLine: 11,
                  endLine: 13,
                  snippet: { text: 'def run(request):\n    return eval(request.args["q"])\n\n' },
                },
              },
            },
          ],
        },
      ],
    },
  ],
}

describe('an issue of Bandit', () => {
  it('is a code finding with its rule', async () => {
    const report = await read(file([issue]))
    expect(report).toMatchObject({ format: 'bandit', read: 1, leftOut: [] })
    const run = onlyRun(report)
    expect(run).toMatchObject({
      source: { tool: 'Bandit', category: null },
      completedAt: '2026-01-15T11:58:00.000Z',
      failure: null,
    })
    expect(run.rules).toMatchObject([
      { path: 'B307', cweNames: ['CWE-78'], confidence: 'high', category: 'security' },
    ])
    expect(onlyFinding(report, 'code')).toMatchObject({
      rulePath: 'B307',
      severity: 'medium',
      confidence: 'high',
      location: { filePath: 'app/views.py', line: 12, column: 12, endLine: 12, endColumn: 36 },
      code: { startLine: 11, lines: ['def run(request):', '    return eval(request.args["q"])', ''] },
    })
  })

  it('has the identity of SARIF', async () => {
    const json = onlyFinding(await read(file([issue])), 'code')
    const other = onlyFinding(await read(sarif), 'code')
    expect({ ...json, severity: '', confidence: '', categories: [], references: [] }).toEqual({
      ...other,
      severity: '',
      confidence: '',
      categories: [],
      references: [],
    })
  })

  it('with a hard-coded password is a secret without its value', async () => {
    const value = 'Xk29-vQ7z-Lm41-pR8s'
    const report = await read(
      file([
        {
          ...issue,
          code: `3 password = "${value}"\n`,
          line_number: 3,
          line_range: [3],
          issue_cwe: { id: 259, link: '' },
          issue_text: `Possible hardcoded password: '${value}'`,
          test_id: 'B105',
          test_name: 'hardcoded_password_string',
        },
      ]),
    )
    expect(onlyFinding(report, 'secret').secretHash).not.toBeNull()
    expect(JSON.stringify(report)).not.toContain(value)
  })
})

describe('a report of Bandit', () => {
  it('covers the files that it measured, but not those with errors', async () => {
    const errors = [{ filename: './app/broken.py', reason: 'syntax error while parsing AST from file' }]
    const run = onlyRun(await read(file([], { errors })))
    expect(run.coverage.scannedPaths).toEqual(['app/views.py', 'app/models.py'])
    expect(run.coverage.failedParts).toEqual([{ path: 'app/broken.py', rule: null, lines: null }])
    expect(run.errors).toMatchObject([{ level: 'error', path: 'app/broken.py' }])
    expect(run.failure).toBeNull()
  })

  it('is recognized in any order of its keys, also without results', async () => {
    const entries = Object.entries(file([issue, issue]))
    for (let turn = 0; turn < entries.length; turn++) {
      const turned = Object.fromEntries([...entries.slice(turn), ...entries.slice(0, turn)])
      for (const pieces of [1, 10_000]) expect((await read(turned, { pieces })).format).toBe('bandit')
    }
    expect((await read(file([]))).format).toBe('bandit')
    expect((await read({ results: [issue], version: '1', errors: [] })).format).toBe('bandit')
  })

  it('refuses what is no issue with its place', async () => {
    expect(await faultOf(file([issue, {}]))).toMatchObject({ path: '/results/1/test_id' })
    expect(await faultOf(file([issue, { test_id: 'B1' }]))).toMatchObject({ path: '/results/1/filename' })
    expect(await faultOf(file([issue, 'x']))).toMatchObject({ path: '/results/1' })
  })
})
