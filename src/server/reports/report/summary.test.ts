import { expect, test } from 'vitest'
import { faultOf, onlyRun, read, semgrepFile } from '../testing/read.ts'
import { faultLine, importReport, noCounts, summaryLine } from './summary.ts'

const counts = { ...noCounts(), new: 1398, newInProject: 1398, fixed: 3, unchanged: 10 }

test('the summary says what was read, what came of it, and what was left out and why', async () => {
  const pass = { ruleId: 'r', kind: 'pass', message: { text: 'm' } }
  const file = { version: '2.1.0', runs: [{ results: [pass, { ...pass, kind: 'fail' }] }] }
  const { runs, leftOut } = await read(file)
  const [run] = runs
  const report = { ...importReport(run ?? { findings: [], lockfiles: null }, counts, leftOut), read: 2 }
  expect(report).toMatchObject({
    read: 2,
    new: 1398,
    new_in_project: 1398,
    left_out: [{ reason: 'result kind "pass"', count: 1 }],
  })
  expect(summaryLine(report)).toBe(
    'read 2: 1,398 new, 3 fixed, 10 unchanged; skipped 1: 1 × result kind "pass"',
  )
  expect(summaryLine({ ...report, reopened: 2, left_out: [] })).toBe(
    'read 2: 1,398 new, 3 fixed, 10 unchanged, 2 reopened; nothing skipped',
  )
  expect(
    summaryLine({ ...report, new_in_project: 7, removed: 1, moved: 4, uncertain: 2, left_out: [] }),
  ).toBe(
    'read 2: 1,398 new on this branch (7 new in the project), 3 fixed, 10 unchanged, 1 removed, 4 moved, 2 uncertain; nothing skipped',
  )
})

test('the summary says how many dependencies the file names, where it says anything of them', async () => {
  const bom = (names: string[]) => ({ bomFormat: 'CycloneDX', components: names.map((name) => ({ name })) })
  const line = async (file: object) => summaryLine(importReport(onlyRun(await read(file)), noCounts(), []))
  expect(await line(bom(['a', 'b']))).toMatch(/^read 2 dependencies and 0 findings: 0 new/)
  expect(await line(bom(['a']))).toMatch(/^read 1 dependency and 0 findings: 0 new/)
  expect(await line(bom([]))).toMatch(/^read 0 dependencies and 0 findings: 0 new/)
  expect(await line(semgrepFile([]))).toMatch(/^read 0: 0 new/)
})

test('a refusal names the file and the place', async () => {
  expect(faultLine('scan.json', await faultOf('{"results":\n [1'))).toBe(
    'scan.json:2:4 (byte 15, /results/0): the file is cut off: it ends inside a value',
  )
})
