import { describe, expect, test } from 'vitest'
import { onlyRun, read } from '../../testing/read.ts'

const runWith = async (errors: unknown[], more: object = {}) =>
  onlyRun(
    await read({ results: [], errors, paths: { scanned: ['a.py', 'b.py'] }, version: '1.99.0', ...more }),
  )
const span = (path: string, first: number, last: number) => ({
  path,
  start: { line: first, col: 1, offset: 0 },
  end: { line: last, col: 9, offset: 80 },
})

describe('a failed Semgrep run', () => {
  test.each([
    [
      'an unknown target',
      { code: 2, level: 'error', type: 'SemgrepError', message: 'File not found: nowhere' },
      'Semgrep reported an error that affects the entire run: File not found: nowhere',
    ],
    [
      'an invalid rule, whose spans are those of the rule file',
      {
        code: 4,
        level: 'error',
        type: 'InvalidRuleSchemaError',
        short_msg: 'Invalid rule schema',
        long_msg: 'One of these properties is missing: "pattern"',
        spans: [{ file: 'rules.yaml', start: { line: 2, col: 1 }, end: { line: 4, col: 1 } }],
      },
      'Semgrep reported an error that affects the entire run: One of these properties is missing: "pattern"',
    ],
    [
      'a fatal error at a place that is none',
      { code: 2, level: 'error', type: 'Fatal error', path: 'NO FILE INFO', message: 'out of luck\nat x.ml' },
      'Semgrep reported an error that affects the entire run: out of luck',
    ],
    [
      'an error of an older version, without a level',
      { type: 'UnknownLanguageError', message: 'unsupported language: cobol' },
      'Semgrep reported an error that affects the entire run: unsupported language: cobol',
    ],
  ])('%s', async (_, error, failure) => {
    const run = await runWith([error])
    expect(run.failure).toBe(failure)
    expect(run.errors).toMatchObject([{ level: 'error', path: null }])
    expect(run.coverage.failedParts).toEqual([])
  })

  test('nothing was scanned, and errors say why', async () => {
    const warning = { level: 'warn', type: 'Syntax error', path: 'a.py', message: 'no' }
    expect((await runWith([warning], { paths: { scanned: [] } })).failure).toBe(
      'Semgrep scanned no files and reported an error.',
    )
    expect((await runWith([warning, warning], { paths: { scanned: [] } })).failure).toBe(
      'Semgrep scanned no files and reported 2 errors.',
    )
    expect((await runWith([], { paths: { scanned: [] } })).failure).toBeNull()
    expect((await runWith([warning], { paths: undefined })).failure).toBeNull()
  })

  test('warnings and remarks are kept, and fail nothing', async () => {
    const run = await runWith([
      { level: 'warn', type: 'SemgrepWarning', message: 'a rule was slow', rule_id: 'slow' },
      { level: 'info', type: 'Missing plugin', path: '/tmp/rules.json', rule_id: 'needs.pro' },
    ])
    expect(run.failure).toBeNull()
    expect(run.errors).toEqual([
      { level: 'warning', message: 'a rule was slow', path: null, line: null, rule: 'slow' },
      { level: 'warning', message: 'Missing plugin', path: null, line: null, rule: 'needs.pro' },
    ])
    expect(run.coverage.failedRules).toEqual(['slow', 'needs.pro'])
    expect(run.coverage.failedParts).toEqual([])
  })

  test('a hundred errors are kept of a thousand', async () => {
    const errors = Array.from({ length: 1000 }, () => ({ level: 'warn', type: 'Timeout', path: 'a.py' }))
    expect((await runWith(errors)).errors).toHaveLength(100)
  })
})

describe('what a Semgrep error leaves uncovered', () => {
  test.each([
    ['a file', { type: 'Lexical error', path: './a.py' }, [{ path: 'a.py', rule: null, lines: null }]],
    [
      'a file that the location names',
      { type: 'Out of memory', location: { path: 'a.py' } },
      [{ path: 'a.py', rule: null, lines: null }],
    ],
    [
      'a rule in a file',
      { type: 'Timeout', path: 'a.py', rule_id: 'r' },
      [{ path: 'a.py', rule: 'r', lines: null }],
    ],
    [
      'a file that cannot be parsed, whichever rule found out',
      { type: 'Syntax error', path: 'a.py', rule_id: 'r' },
      [{ path: 'a.py', rule: null, lines: null }],
    ],
    [
      'the parts of a partial parse',
      { type: ['PartialParsing', [span('a.py', 3, 5), span('a.py', 9, 9)]], path: 'a.py' },
      [
        { path: 'a.py', rule: null, lines: { first: 3, last: 5 } },
        { path: 'a.py', rule: null, lines: { first: 9, last: 9 } },
      ],
    ],
    [
      'the spans of an older partial parse',
      {
        type: 'Syntax error',
        path: 'a.py',
        spans: [{ file: 'a.py', start: { line: 7, col: 1 }, end: { line: 8, col: 2 } }],
      },
      [{ path: 'a.py', rule: null, lines: { first: 7, last: 8 } }],
    ],
    [
      'the whole file of a partial parse without spans',
      { type: 'PartialParsing', path: 'a.py' },
      [{ path: 'a.py', rule: null, lines: null }],
    ],
    [
      'the whole file of a span without lines',
      { type: ['PartialParsing', [{ path: 'a.py' }]] },
      [{ path: 'a.py', rule: null, lines: null }],
    ],
    [
      'the file of a span',
      { type: 'Other', spans: [{ file: 'b.py' }] },
      [{ path: 'b.py', rule: null, lines: null }],
    ],
  ])('%s', async (_, error, failedParts) => {
    const run = await runWith([{ level: 'warn', ...error }])
    expect(run.coverage.failedParts).toEqual(failedParts)
    expect(run.failure).toBeNull()
    expect(run.errors).toMatchObject([{ level: 'warning', path: expect.any(String) }])
  })

  test('a rule that could not run is not one that was switched off', async () => {
    const run = await runWith([{ level: 'warn', type: 'Rule parse error', rule_id: 'broken' }], {
      skipped_rules: [{ rule_id: 'broken' }, { rule_id: 'off' }],
    })
    expect(run.coverage).toMatchObject({ failedRules: ['broken'], disabledRules: ['off'] })
  })
})
