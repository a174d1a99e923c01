import { z } from 'zod'

/** What a part of the tests came to. */
export interface Count {
  passed: number
  failed: number
  skipped: number
}

const vitestReport = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
})

const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
})

/**
 * Counts the tests of the files that `belongs` picks out of Vitest's JSON report. A file that could not
 * be read has no tests in it and counts as one that failed.
 */
export function countVitest(report: unknown, belongs: (file: string) => boolean): Count {
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (const file of vitestReport.parse(report).testResults) {
    if (!belongs(file.name)) continue
    const failedBefore = count.failed
    for (const { status } of file.assertionResults) {
      if (status === 'passed') count.passed += 1
      else if (status === 'failed') count.failed += 1
      else count.skipped += 1
    }
    if (file.status === 'failed' && count.failed === failedBefore) count.failed += 1
  }
  return count
}

/** Counts the tests of Playwright's JSON report; a fault outside any test counts as one that failed. */
export function countPlaywright(report: unknown): Count {
  const { errors, stats } = playwrightReport.parse(report)
  const failed = stats.unexpected + stats.flaky
  return {
    passed: stats.expected,
    failed: failed === 0 && errors.length > 0 ? 1 : failed,
    skipped: stats.skipped,
  }
}

/**
 * The count with what it may not hide: a tool that ended badly though no test failed, and a part in which
 * nothing ran.
 */
export function honest(count: Count, status: number | null): Count {
  const nothingRan = count.passed + count.failed === 0
  return count.failed === 0 && (nothingRan || status !== 0) ? { ...count, failed: 1 } : count
}

/**
 * The honest counts of the parts of one run. A bad end is laid to the first of them, but only where no
 * failed test explains it.
 */
export function honestParts(counts: Count[], status: number | null): Count[] {
  const explained = counts.some(({ failed }) => failed > 0)
  return counts.map((count, index) => honest(count, explained || index > 0 ? 0 : status))
}

/** The last line of a run: what everything came to. */
export function total(counts: Count[]): string {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  return `${passed} passed, ${failed} failed`
}
