import { describe, expect, it } from 'vitest'
import type { CreateScanAnswer, ScanError } from '#contract/responses/scans.ts'
import { outcomeLines as linesWith } from './lines.ts'

const linesOf = (outcomes: Parameters<typeof linesWith>[0], isDryRun: boolean) =>
  linesWith(outcomes, isDryRun, true)

const url = 'https://gatehouse.example/d/main/scans/7'
const report = {
  read: 3,
  new: 3,
  new_in_project: 3,
  fixed: 0,
  removed: 0,
  unchanged: 0,
  reopened: 0,
  moved: 0,
  uncertain: 0,
  left_out: [],
}
const counted = 'read 3: 3 new, 0 fixed, 0 unchanged; nothing skipped'
const scan = {
  id: 7,
  status: 'SCAN_STATUS_COMPLETED',
  url,
  project: 'acme/shop',
  tool: 'Semgrep',
  category: null,
  report,
} as const
const completed: CreateScanAnswer = {
  id: 7,
  status: 'SCAN_STATUS_COMPLETED',
  scans: [scan],
  url,
  repeated: false,
  report,
  coverage: null,
  failure: null,
  errors: [],
  hold: null,
}
const scanOf = (more: Partial<CreateScanAnswer>, tool: string | null = 'Semgrep') => ({
  file: 'a.json',
  status: 201,
  scan: { ...completed, ...more },
  tool,
})
const waiting = (file: string, part: number, missing: number[]) => ({
  file,
  status: 202,
  waiting: { part, parts: 3, missing, expires_at: '2026-01-31T12:00:30.000Z' },
})
const refused = { file: 'b.json', status: 400, problem: { detail: 'The file is empty.' } }

it('names each scan of files of several tools', () => {
  const other = { ...scan, id: 8, url: `${url}8`, tool: 'Trivy', category: 'images' }
  expect(linesOf([scanOf({ scans: [scan, other] })], false).results).toEqual([
    `a.json: ${counted}`,
    `View the results: ${url} (Semgrep)`,
    `View the results: ${url}8 (Trivy · images)`,
  ])
})

describe('a scan that changed nothing', () => {
  const failed = {
    ...{ status: 'SCAN_STATUS_ERROR', failure: 'no file was scanned.' },
    report: { ...report, read: 0, new: 0, new_in_project: 0 },
  } as const
  const error: ScanError = { level: 'error', message: 'no such target', path: null, line: null, rule: null }

  it('of a run that failed is named with the reason and the first errors', () => {
    const errors = [
      { ...error, level: 'warning' as const, message: 'slow' },
      error,
      { ...error, path: 'app.py', line: 3, rule: 'xss' },
    ]
    expect(linesOf([scanOf({ ...failed, errors })], false).warnings).toEqual([
      'a.json: the run failed: no file was scanned. Nothing was changed.',
      '  error: no such target',
      '  error: app.py:3: no such target (xss)',
      `  and 1 more: ${url}`,
    ])
    expect(linesOf([scanOf({ ...failed, report })], false).warnings).toEqual([
      'a.json: the run failed: no file was scanned. What it found was added; nothing was fixed.',
    ])
    const many = Array.from({ length: 12 }, () => error)
    expect(linesOf([scanOf({ ...failed, errors: many })], false).warnings).toHaveLength(7)
  })

  it('and is held is named with the reason and the ways to apply it', () => {
    const hold = { reason: 'empty', would_fix: 48, open: 48, expires_at: '2026-02-07T12:00:00.000Z' } as const
    const held = { status: 'SCAN_STATUS_PENDING', hold } as const
    expect(linesOf([scanOf(held)], false).warnings).toEqual([
      `a.json: held: it would fix 48 of 48 open findings of Semgrep, and nothing shows that it scanned the same files as before. Nothing was changed. Give scans of parts a --category each. Apply it with --accept-empty or at ${url} before 2026-02-07 12:00 UTC.`,
    ])
    const others = { ...held, hold: { ...hold, reason: 'other_rules', would_fix: 20 } } as const
    expect(linesOf([{ ...scanOf(others, null), status: 200 }], true).warnings).toEqual([
      'a.json: held: it would fix 20 of 48 open findings of its tool and category, and the file lists none of their rules. Nothing was changed. Give scans of parts a --category each. Apply it with --accept-empty before 2026-02-07 12:00 UTC.',
    ])
    const otherFiles = { ...held, hold: { ...hold, reason: 'other_scope' } } as const
    expect(linesOf([scanOf(otherFiles)], false).warnings).toEqual([
      `a.json: held: it would fix 48 of 48 open findings of Semgrep, and it scanned other files than the scan before. Nothing was changed. Give scans of parts a --category each. Apply it with --accept-empty or at ${url} before 2026-02-07 12:00 UTC.`,
    ])
  })
})

it('uncertain findings are counted, with the place to confirm them', () => {
  const uncertain = (count: number) => scanOf({ report: { ...report, uncertain: count } })
  expect(linesOf([uncertain(2)], false).warnings).toEqual([
    `a.json: 2 findings are uncertain: open, but may be the same as triaged ones. Confirm at ${url}`,
  ])
  expect(linesOf([uncertain(1)], false).warnings).toEqual([
    `a.json: 1 finding is uncertain: open, but may be the same as a triaged one. Confirm at ${url}`,
  ])
})

describe('the files of one call', () => {
  const last = { ...scanOf({}), file: 'c.json' }

  it('share the line of their scan', () => {
    const two = [waiting('a.json', 1, [2, 3]), waiting('b.json', 2, [3])]
    expect(linesOf([...two, last], false)).toEqual({
      results: [`a.json, b.json, c.json: ${counted}`, `View the results: ${url}`],
      warnings: [],
    })
    expect(linesOf([...two, waiting('x.json', 3, [4]), last], false).results[0]).toBe(`4 files: ${counted}`)
  })

  it('are all said where one is refused', () => {
    const outcomes = [waiting('a.json', 1, [2, 3]), refused, waiting('c.json', 3, [2])]
    expect(linesOf(outcomes, false)).toEqual({
      results: ['a.json: valid, but not imported', 'c.json: valid, but not imported'],
      warnings: ['b.json: The file is empty.', '1 of 3 files were rejected; nothing was imported.'],
    })
  })

  it('may be parts that wait for those of other calls', () => {
    expect(linesOf([waiting('b.json', 2, [1, 3]), waiting('c.json', 3, [1])], false)).toEqual({
      results: [
        'b.json: received as part 2 of 3',
        'c.json: received as part 3 of 3',
        'Nothing is imported until part 1 is received, before 2026-01-31 12:00 UTC.',
      ],
      warnings: [],
    })
  })
})

it('the link says that a service has to run where none does', () => {
  expect(linesWith([scanOf({})], false, false).results.at(-1)).toBe(
    `Start Gatehouse to view the results: ${url}`,
  )
})

it('a dry run says what would happen, and that nothing did', () => {
  expect(linesOf([{ ...scanOf({}), status: 200 }], true)).toEqual({
    results: [`a.json: ${counted} (dry run: nothing was changed)`],
    warnings: [],
  })
})

it('a dry run that an older service took for an import is said to be one', () => {
  expect(linesOf([scanOf({})], true)).toEqual({
    results: [`a.json: ${counted}`, `View the results: ${url}`],
    warnings: ['a.json: imported: the running service does not support --dry-run. Restart it.'],
  })
})
