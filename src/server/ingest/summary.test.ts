import { expect, test } from 'vitest'
import { faultLine, importReport, summaryLine } from './summary.ts'
import { faultOf, read } from './testing/read.ts'

const counts = { new: 1398, fixed: 3, unchanged: 10, reopened: 0 }

test('the summary says what was read, what came of it, and what was left out and why', async () => {
  const pass = { ruleId: 'r', kind: 'pass', message: { text: 'm' } }
  const report = importReport(await read({ runs: [{ results: [pass, { ...pass, kind: 'fail' }] }] }), counts)
  expect(report).toEqual({ read: 2, ...counts, left_out: [{ reason: 'result kind "pass"', count: 1 }] })
  expect(summaryLine(report)).toBe(
    'read 2: 1,398 new, 3 fixed, 10 unchanged; left out 1: 1 × result kind "pass"',
  )
  expect(summaryLine({ ...report, reopened: 2, left_out: [] })).toBe(
    'read 2: 1,398 new, 3 fixed, 10 unchanged, 2 came back; left out nothing',
  )
})

test('the summary says how many dependencies the file names, where it says anything of them', async () => {
  const bom = (names: string[]) => ({ bomFormat: 'CycloneDX', components: names.map((name) => ({ name })) })
  const line = async (file: object) =>
    summaryLine(importReport(await read(file), { new: 0, fixed: 0, unchanged: 0, reopened: 0 }))
  expect(await line(bom(['a', 'b']))).toMatch(/^read 2 dependencies and 0 findings: 0 new/)
  expect(await line(bom(['a']))).toMatch(/^read 1 dependency and 0 findings: 0 new/)
  expect(await line(bom([]))).toMatch(/^read 0 dependencies and 0 findings: 0 new/)
  expect(await line({ results: [] })).toMatch(/^read 0: 0 new/)
})

test('a refusal names the file and the place', async () => {
  expect(faultLine('scan.json', await faultOf('{"results":\n [1'))).toBe(
    'scan.json:2:4 (byte 15, /results/0): the file is cut off: it ends inside a value',
  )
})
