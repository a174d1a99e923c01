import { describe, expect, test } from 'vitest'
import { read, semgrepFile } from '../testing/read.ts'

const issue = { id: 'CVE-2026-1', severity: 'high', package: 'a' }
const spdx = { spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', packages: [] }
const sarifRun = (more: object) => ({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: 'T' } }, results: [], ...more }],
})
const unread = (path: string, count: number) => ({ reason: `list \`${path}\`, which is not read`, count })

describe('a list that is not read is counted as left out where it has findings', () => {
  test.each<[string, object, object[]]>([
    ['beside the results', semgrepFile([], { alerts: [issue, issue] }), [unread('alerts', 2)]],
    [
      'whatever their keys are called',
      semgrepFile([], {
        other: [
          { rule_id: 'r', line_number: 3 },
          { CVE: 'CVE-1', filePath: 'a' },
          { checkId: 1, Locations: [] },
        ],
      }),
      [unread('other', 3)],
    ],
    ['in an object', semgrepFile([], { more: { of: { alerts: [issue] } } }), [unread('more.of.alerts', 1)]],
    [
      'in a list',
      semgrepFile([], { projects: [{ name: 'a', issues: [issue] }, { issues: [issue] }] }),
      [unread('projects.issues', 2)],
    ],
    ['in lists of lists', semgrepFile([], { pages: [[issue], [[issue]]] }), [unread('pages', 2)]],
    [
      'after others',
      semgrepFile([], { mixed: [1, 'a', null, { id: 1 }, { path: 'a' }, issue] }),
      [unread('mixed', 1)],
    ],
    [
      'with parts that look like findings',
      semgrepFile([], { all: [{ places: [{ id: 1, line: 2 }], ...issue }] }),
      [unread('all', 1)],
    ],
    [
      'with its rule and its place in objects',
      semgrepFile([], { all: [{ rule: { id: 'r' }, instance: { location: {} } }] }),
      [unread('all', 1)],
    ],
    [
      'with its severity in a list of ratings',
      semgrepFile([], {
        all: [
          { id: 'CVE-2026-1', ratings: [{ severity: 'high' }] },
          { id: 'a', tags: [{ name: 'b' }] },
        ],
      }),
      [unread('all', 1)],
    ],
    [
      'within something with an id of its own',
      semgrepFile([], { projects: [{ id: 'a', issues: [issue, issue] }] }),
      [unread('projects.issues', 2)],
    ],
    [
      'of which only other formats read the key',
      { ...spdx, results: [issue, issue] },
      [unread('results', 2)],
    ],
    ['in a part that is read', sarifRun({ hotspots: [issue] }), [unread('runs.hotspots', 1)]],
    [
      'deep in such a part',
      sarifRun({ tool: { driver: { name: 'T', found: [{ ruleId: 'r', path: 'a' }] } } }),
      [unread('runs.tool.driver.found', 1)],
    ],
    [
      'of SARIF in other files',
      { ...sarifRun({}), inlineExternalProperties: [{ results: [{ ruleId: 'r', locations: [] }] }] },
      [unread('inlineExternalProperties.results', 1)],
    ],
  ])('%s', async (_, file, leftOut) => {
    for (const pieces of [3, 10_000]) expect((await read(file, { pieces })).leftOut).toEqual(leftOut)
  })

  test('and not where it has something else', async () => {
    const others = {
      names: ['CVE-2026-1'],
      targets: [{ path: 'a.py', bytes: 3 }],
      rules: [{ id: 'r', name: 'R' }],
      licenses: [{ licenseId: 'MIT', text: 'severity' }],
      empty: [],
      counts: { high: 1 },
    }
    expect((await read(semgrepFile([], others))).leftOut).toEqual([])
  })

  test('however many there are: the first objects of a list decide, and all of it is counted', async () => {
    const many = Array.from({ length: 3_000 }, (_, id) => ({ id, severity: 'low' }))
    const late = [...Array.from({ length: 2_000 }, () => ({ a: 1 })), issue]
    const lists = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`list${index}`, [issue]]))
    expect((await read(semgrepFile([], { many, late }))).leftOut).toEqual([unread('many', 3_000)])
    const { leftOut } = await read(semgrepFile([], lists))
    expect(leftOut).toHaveLength(21)
    expect(leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(90)
  })
})
