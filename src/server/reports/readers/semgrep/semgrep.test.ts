import { RE2JS } from 're2js'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { onlyFinding, onlyRun, read, semgrepFile } from '../../testing/read.ts'

const span = (line: number, from: number, to: number) => ({
  start: { line, col: from },
  end: { line, col: to },
})

function supplyChainResult(info: Record<string, unknown>, metadata: Record<string, unknown> = {}) {
  return {
    check_id: 'ssc-1',
    path: 'src/app.js',
    ...span(12, 3, 19),
    extra: {
      message: 'lodash before 4.17.21 can be polluted',
      severity: 'WARNING',
      lines: '  _.merge(a, body)',
      metadata: {
        'sca-severity': 'CRITICAL',
        'sca-vuln-database-identifier': 'CVE-2020-8203',
        'sca-fix-versions': [{ lodash: '4.17.20' }, { lodash: '4.17.21' }],
        'sca-kind': 'reachable',
        cwe: 1321,
        ...metadata,
      },
      sca_info: {
        dependency_match: {
          dependency_pattern: { ecosystem: 'npm', package: 'lodash', semver_range: '<4.17.20' },
          found_dependency: {
            package: 'lodash',
            version: '4.17.15',
            ecosystem: 'npm',
            transitivity: 'direct',
            line_number: 410,
          },
          lockfile: 'package-lock.json',
        },
        ...info,
      },
    },
  }
}

describe('Semgrep supply chain', () => {
  test('a reachable dependency stands in its lockfile, with where it is used', async () => {
    const info = { reachable: true, reachability_rule: true }
    const report = await read(
      semgrepFile([supplyChainResult(info, { epss: { score: '0.02', percentile: 0.9 } })]),
    )
    expect(onlyFinding(report, 'supplyChain')).toMatchObject({
      severity: 'critical',
      location: { filePath: 'package-lock.json', line: 410 },
      code: null,
      dataFlow: [{ kind: 'sink', location: { filePath: 'src/app.js', line: 12 }, code: '_.merge(a, body)' }],
      usage: { location: { filePath: 'src/app.js', line: 12 } },
      vulnerabilityIdentifier: 'CVE-2020-8203',
      fixRecommendations: [
        { package: 'lodash', version: '4.17.20' },
        { package: 'lodash', version: '4.17.21' },
      ],
      foundDependency: { ecosystem: 'npm', package: 'lodash', version: '4.17.15', transitivity: 'direct' },
      reachability: 'reachable',
      epss: { score: 0.02, percentile: 0.9 },
      isMalicious: false,
    })
    expect(onlyRun(report).rules).toMatchObject([{ product: 'supplyChain', cweNames: ['CWE-1321'] }])
  })

  test.each([
    [{ reachable: false, reachability_rule: true }, 'unreachable'],
    [{ reachable: false, reachability_rule: false }, 'unknown'],
    [{}, 'unknown'],
  ])('reachability of %o is %s', async (info, reachability) => {
    const report = await read(semgrepFile([supplyChainResult(info, { 'sca-kind': 'malicious' })]))
    expect(onlyFinding(report, 'supplyChain')).toMatchObject({ reachability, isMalicious: true })
  })
})

describe('Semgrep coverage', () => {
  test('scanned, skipped and failed files, and rules that did not run', async () => {
    const report = await read({
      version: '1.99.0',
      results: [],
      errors: [
        { type: 'Timeout', level: 'warn', path: './big.js' },
        { type: ['PartialParsing', []], level: 'warn', path: 'half.ts' },
      ],
      paths: { scanned: ['a.js', './b.js', 'a.js'], skipped: [{ path: 'dist/x.js', reason: 'ignored' }] },
      skipped_rules: [{ rule_id: 'needs.newer', details: 'min-version' }],
    })
    expect(onlyRun(report)).toMatchObject({
      tool: { version: '1.99.0' },
      coverage: {
        scannedPaths: ['a.js', 'b.js'],
        skippedPaths: ['dist/x.js'],
        failedParts: [
          { path: 'big.js', rule: null, lines: null },
          { path: 'half.ts', rule: null, lines: null },
        ],
        failedRules: [],
        listsRules: false,
        disabledRules: ['needs.newer'],
      },
    })
  })

  test('the category of the import names the source', async () => {
    const report = await read(semgrepFile([]), { category: 'backend' })
    expect(onlyRun(report).source).toEqual({ tool: 'Semgrep', category: 'backend' })
  })
})

describe('Semgrep details', () => {
  const place = (line: number) => ({ path: 'a.py', ...span(line, 1, 5) })

  test('a flow through calls is told step by step', async () => {
    const result = {
      check_id: 'r',
      path: 'a.py',
      ...span(9, 1, 5),
      extra: {
        message: 'm',
        severity: 'INFO',
        is_ignored: true,
        lines: 'sink',
        dataflow_trace: {
          taint_source: ['CliCall', [[place(3), 'get()'], [], ['CliLoc', [place(1), 'input']]]],
          intermediate_vars: [{ location: place(4), content: 'x' }],
          taint_sink: [
            'CliCall',
            [[place(5), 'run(x)'], [{ location: place(8), content: 'y' }], ['CliLoc', [place(9), 'sink']]],
          ],
        },
      },
    }
    const finding = onlyFinding(await read(semgrepFile([result])), 'code')
    expect(finding).toMatchObject({ suppressed: true, severity: 'low' })
    expect(finding.dataFlow?.map((each) => `${each.kind} ${each.location.line}`)).toEqual([
      'source 1',
      'step 3',
      'step 4',
      'step 5',
      'step 8',
      'sink 9',
    ])
  })

  test('names and messages lose control characters, broken surrogates and reordering marks', async () => {
    const result = {
      check_id: 'rule\u0000.\u202ename',
      path: 'a\u0007.py',
      extra: { message: 'one\r\ntwo\u001b[31m \ud800', severity: 'odd' },
    }
    expect(onlyFinding(await read(semgrepFile([result])), 'code')).toMatchObject({
      rulePath: 'rule .name',
      message: 'one\ntwo[31m \ufffd',
      severity: 'medium',
      location: { filePath: 'a.py', line: null },
    })
  })

  test('a pattern for a fix that would take for ever in a backtracking engine does not', async () => {
    const result = {
      check_id: 'r',
      path: 'a.py',
      ...span(1, 1, 5001),
      extra: {
        message: 'm',
        lines: 'a'.repeat(5000),
        fix_regex: { regex: '(a+)+(a+)+(a+)+$|((a*)*)*b', replacement: '\\g<1>-\\2\\n' },
      },
    }
    const finding = onlyFinding(await read(semgrepFile([result])), 'code')
    expect(finding.fix?.after.split('\n')).toHaveLength(2)
    const lookaround = { regex: '(?=a)a', replacement: '' }
    const refused = { ...result, extra: { ...result.extra, fix_regex: lookaround } }
    expect(onlyFinding(await read(semgrepFile([refused])), 'code').fix).toBeNull()
    const many = Array.from({ length: 3000 }, (_, index) => ({ ...result, path: `${index}.py` }))
    const fixes = onlyRun(await read(semgrepFile(many), { pieces: 65_536 })).findings.filter(
      (each) => each.kind === 'code' && each.fix !== null,
    )
    expect(fixes.length).toBeGreaterThan(20)
    expect(fixes.length).toBeLessThan(1000)
  })

  test('a file has few patterns compiled, however many it brings', async () => {
    const compile = vi.spyOn(RE2JS, 'compile')
    onTestFinished(() => compile.mockRestore())
    const results = Array.from({ length: 500 }, (_, index) => ({
      check_id: 'r',
      path: 'a.py',
      ...span(1, 1, 11),
      extra: {
        message: 'm',
        lines: 'aaaaaaaaaa',
        fix_regex: { regex: `(?i)x${index}${'[\\pL\\PN]'.repeat(25)}|a`, replacement: 'b' },
      },
    }))
    const report = await read(semgrepFile(results), { pieces: 65_536 })
    const fixes = onlyRun(report).findings.filter((each) => each.kind === 'code' && each.fix !== null)
    const compiled = compile.mock.calls.length
    expect(compiled).toBeLessThanOrEqual(60)
    expect(fixes).toHaveLength(compiled)
    expect(report.leftOut).toEqual([
      { reason: 'fix patterns that exceed the limit of a file', count: 500 - compiled },
    ])
  })

  test('replacements that repeat what they match do not make a file many times larger', async () => {
    const lines = 'a'.repeat(1_000)
    const file = semgrepFile(
      Array.from({ length: 1_000 }, (_, index) => ({
        check_id: 'r',
        path: `${index}.py`,
        ...span(1, 1, 1_001),
        extra: { message: 'm', lines, fix_regex: { regex: '(a+)', replacement: '\\1'.repeat(60) } },
      })),
    )
    const { findings } = onlyRun(await read(file, { pieces: 65_536 }))
    const made = findings.map((each) => (each.kind === 'code' ? (each.fix?.after.length ?? 0) : 0))
    expect(made[0]).toBe(60_000)
    const total = made.reduce((sum, length) => sum + length, 0)
    expect(total).toBeLessThan(2 ** 20 + 4 * JSON.stringify(file).length)
  })
})
