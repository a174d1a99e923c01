import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReportedFinding } from '../report/report.ts'
import { onlyRun, read, semgrepFile } from '../testing/read.ts'

type Result = { rule: string; path: string; line: number; column: number; code: string; print: string | null }

/** Few values for each field, so that equal keys, equal places and wholly equal results all occur. */
const result: fc.Arbitrary<Result> = fc.record({
  rule: fc.constantFrom('rule.a', 'rule.b'),
  path: fc.constantFrom('a.py', 'b.py'),
  line: fc.integer({ min: 1, max: 6 }),
  column: fc.integer({ min: 1, max: 3 }),
  code: fc.constantFrom('run(x)', 'run( x )', 'run(y)'),
  print: fc.constantFrom('f1', 'f2', 'requires login', null),
})

const results = fc.array(result, { maxLength: 12 })

function semgrep(input: readonly Result[], shift = 0) {
  return semgrepFile(
    input.map((each) => ({
      check_id: each.rule,
      path: each.path,
      start: { line: each.line + shift, col: each.column },
      end: { line: each.line + shift, col: each.column + each.code.length },
      extra: {
        message: 'run is used',
        severity: 'ERROR',
        lines: ' '.repeat(each.column - 1) + each.code,
        ...(each.print === null ? {} : { fingerprint: each.print }),
      },
    })),
  )
}

async function findingsOf(input: readonly Result[], shift = 0): Promise<ReportedFinding[]> {
  return onlyRun(await read(semgrep(input, shift))).findings
}

const ids = (findings: readonly ReportedFinding[]) =>
  findings.map((each) => `${each.matchBasedId} ${each.syntacticId}`)

const places = (findings: readonly ReportedFinding[]) =>
  findings
    .map((each) => `${each.matchBasedId} ${each.rulePath} ${each.location?.filePath}:${each.location?.line}`)
    .sort()

describe('identity', () => {
  test('equal results stay separate findings, each with its own identity', async () => {
    await fc.assert(
      fc.asyncProperty(results, async (input) => {
        const twice = [...input, ...input]
        const findings = await findingsOf(twice)
        expect(findings).toHaveLength(twice.length)
        expect(new Set(findings.map((each) => each.matchBasedId)).size).toBe(twice.length)
        expect(new Set(findings.map((each) => each.syntacticId)).size).toBe(twice.length)
      }),
    )
  })

  test('the order of the results does not matter', async () => {
    const shuffled = results.chain((input) =>
      fc.record({
        given: fc.constant(input),
        other: fc.shuffledSubarray(input, { minLength: input.length, maxLength: input.length }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ given: input, other }) => {
        expect(places(await findingsOf(other))).toEqual(places(await findingsOf(input)))
      }),
    )
  })

  test('lines inserted above change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(results, fc.integer({ min: 1, max: 50 }), async (input, shift) => {
        expect(ids(await findingsOf(input, shift))).toEqual(ids(await findingsOf(input)))
      }),
    )
  })

  test('formatting alone changes the syntactic identity, not the other', async () => {
    const one = { rule: 'r', path: 'a.py', line: 1, column: 1, code: 'run(x,\ty)', print: null }
    const [before] = await findingsOf([one])
    const [after] = await findingsOf([{ ...one, code: 'run(x, y)' }])
    expect(after?.matchBasedId).toBe(before?.matchBasedId)
    expect(after?.syntacticId).not.toBe(before?.syntacticId)
  })

  test('the index counts equal keys of one file by line', async () => {
    const one = { rule: 'r', path: 'a.py', line: 9, column: 1, code: 'run(x)', print: null }
    const findings = await findingsOf([one, { ...one, line: 3 }, { ...one, path: 'b.py' }])
    expect(findings.map((each) => each.matchBasedId.split('_').at(-1))).toEqual(['1', '0', '0'])
  })

  test('without fingerprint and code the message is the key', async () => {
    const connection = (message: string) =>
      semgrepFile([
        { check_id: 'r', path: 'a', start: { line: 1 }, extra: { message, lines: 'requires login' } },
      ])
    const idOf = async (message: string) => onlyRun(await read(connection(message))).findings[0]?.matchBasedId
    expect(await idOf('one')).toBe(await idOf('one'))
    expect(await idOf('one')).not.toBe(await idOf('two'))
  })
})
