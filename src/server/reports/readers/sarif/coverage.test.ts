import { describe, expect, test } from 'vitest'
import { onlyRun, read } from '../../testing/read.ts'

const at = (uri: string, region?: object) => ({ physicalLocation: { artifactLocation: { uri }, region } })
const tool = { driver: { name: 'Scan', rules: [{ id: 'r1' }, { id: 'r2' }] } }
const result = { ruleId: 'r1', message: { text: 'm' }, locations: [at('a.c', { startLine: 1 })] }
const runOf = async (...runs: object[]) =>
  onlyRun(await read({ version: '2.1.0', runs: runs.map((run) => ({ tool, ...run })) }))
const invocation = (more: object) => ({ invocations: [{ executionSuccessful: true, ...more }], results: [] })

describe('a failed SARIF run', () => {
  test.each([
    [
      'without results',
      {},
      'The file has no list of results: Scan did not start, or its results are in another file.',
    ],
    [
      'whose results are null',
      { results: null },
      'The file has no list of results: Scan did not start, or its results are in another file.',
    ],
    [
      'whose results are in another file',
      { results: [result], externalPropertyFileReferences: { results: [{ itemCount: 2 }] } },
      'The results of Scan are in other files.',
    ],
    ['that says so', invocation({ executionSuccessful: false }), 'Scan reported that its run failed.'],
    [
      'that says why',
      invocation({ executionSuccessful: false, exitCodeDescription: 'out of memory' }),
      'Scan reported that its run failed: out of memory',
    ],
    [
      'with an error that is not about one file',
      invocation({ toolExecutionNotifications: [{ level: 'error', message: { text: 'no rules\nat 0x1' } }] }),
      'Scan reported an error that affects the entire run: no rules',
    ],
    [
      'whose configuration is wrong',
      invocation({
        toolConfigurationNotifications: [{ level: 'error', message: { text: 'no such option' } }],
      }),
      'Scan reported an error that affects the entire run: no such option',
    ],
  ])('%s', async (_, run, failure) => {
    expect((await runOf(run)).failure).toBe(failure)
  })

  test('a clean run is none', async () => {
    for (const run of [{ results: [] }, invocation({})])
      expect(await runOf(run)).toMatchObject({ failure: null, errors: [] })
  })

  test('one of several runs of a source is enough', async () => {
    const failing = invocation({ executionSuccessful: false })
    expect((await runOf({ results: [result] }, failing)).failure).not.toBeNull()
    expect((await runOf(failing, { results: [result] })).failure).not.toBeNull()
  })
})

describe('SARIF notifications', () => {
  test('errors and warnings are kept with their place and rule, remarks are not', async () => {
    const run = await runOf(
      invocation({
        toolExecutionNotifications: [
          { message: { text: 'slow' }, associatedRule: { index: 1 } },
          { level: 'note', message: { text: 'done' } },
          {
            level: 'error',
            message: { text: 'cannot parse' },
            locations: [at('a.c', { startLine: 7 }), at('a.c'), at('b.c')],
          },
        ],
      }),
    )
    expect(run.errors).toEqual([
      { level: 'warning', message: 'slow', path: null, line: null, rule: 'r2' },
      { level: 'error', message: 'cannot parse', path: 'a.c', line: 7, rule: null },
    ])
    expect(run.coverage.failedParts).toEqual([
      { path: 'a.c', rule: null, lines: null },
      { path: 'b.c', rule: null, lines: null },
    ])
    expect(run.failure).toBeNull()
  })

  test('an error with a rule and a place is about that rule there', async () => {
    const error = { level: 'error', associatedRule: { id: 'r2' }, locations: [at('a.c')] }
    const run = await runOf(invocation({ toolExecutionNotifications: [error] }))
    expect(run.coverage).toMatchObject({
      failedParts: [{ path: 'a.c', rule: 'r2', lines: null }],
      failedRules: [],
    })
    expect(run.errors).toMatchObject([{ message: 'no message' }])
  })

  test('a rule that is configured wrongly fails alone', async () => {
    const error = { level: 'error', associatedRule: { id: 'r2' }, message: { text: 'bad option' } }
    expect(await runOf(invocation({ toolConfigurationNotifications: [error] }))).toMatchObject({
      failure: null,
      errors: [{ rule: 'r2' }],
      coverage: { failedRules: ['r2'] },
    })
    expect((await runOf(invocation({ toolExecutionNotifications: [error] }))).failure).not.toBeNull()
  })

  test('a scanner for secrets may quote a file in its messages', async () => {
    const token = 'ghp_0123456789abcdefABCDEF0123456789abcd'
    const run = await runOf({
      tool: { driver: { name: 'gitleaks' } },
      ...invocation({ toolExecutionNotifications: [{ level: 'warning', message: { text: `at ${token}` } }] }),
    })
    expect(run.errors).toMatchObject([{ message: 'at [removed]' }])
  })
})

describe('the rules of a SARIF run', () => {
  test('are listed where the tool describes some, in every run of the source', async () => {
    const connection = { tool: { driver: { name: 'Scan' } }, results: [result] }
    const extended = {
      tool: { driver: { name: 'Scan' }, extensions: [{ rules: [{ id: 'x' }] }] },
      results: [],
    }
    const lists = async (...runs: object[]) => (await runOf(...runs)).coverage.listsRules
    expect(await lists({ results: [] })).toBe(true)
    expect(await lists(extended)).toBe(true)
    expect(await lists(connection)).toBe(false)
    expect(await lists({ results: [] }, connection)).toBe(false)
    expect(await lists(connection, { results: [] })).toBe(false)
  })
})
