import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forced } from '#server/testing/stress/repetitions.ts'
import type { ReportFormat } from '../report/report.ts'
import { changes, mutated, samplesOf } from '../testing/mutated.ts'
import { sampleFiles } from '../testing/samples/all.ts'
import { expectSound, reportOf } from '../testing/sound-report.ts'

// parse: the keys of the table.
test.each(Object.entries(sampleFiles) as [ReportFormat, readonly object[]][])(
  'of many files of %s that were changed, each is read soundly or refused with its place',
  async (format, files) => {
    let read = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...samplesOf(files)), changes(1, 3), async (sample, changed) => {
        const report = await reportOf(mutated(sample, changed), format)
        if (report === null) return
        expectSound(report)
        read += 1
      }),
      { numRuns: forced(1_000) },
    )
    expect(read).toBeGreaterThan(forced(200))
  },
)
