import { describe, expect, test } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'

const driver = (rules: unknown[] = [], more = {}) => ({ driver: { name: 'Scan', rules, ...more } })
const at = (uri: string, region: Record<string, unknown> = { startLine: 1 }, more = {}) => ({
  physicalLocation: { artifactLocation: { uri }, region, ...more },
})
const sarif = (...runs: Record<string, unknown>[]) => ({ version: '2.1.0', runs })
const result = (more: Record<string, unknown> = {}) => ({
  ruleId: 'r1',
  message: { text: 'm' },
  locations: [at('a.c')],
  ...more,
})
const one = async (input: Record<string, unknown>, run: Record<string, unknown> = {}) =>
  onlyFinding(await read(sarif({ tool: driver(), ...run, results: [input] })), 'code')

describe('SARIF severity', () => {
  test.each([
    [{ level: 'error' }, {}, 'high'],
    [{}, { defaultConfiguration: { level: 'note' } }, 'low'],
    [{}, {}, 'medium'],
    [{ kind: 'review' }, { defaultConfiguration: { level: 'error' } }, 'low'],
    [{ level: 'note' }, { properties: { 'security-severity': '9.1' } }, 'critical'],
    [{ properties: { 'security-severity': 6.9 } }, { properties: { 'security-severity': '9.1' } }, 'medium'],
  ])('result %o with rule %o is %s', async (input, rule, severity) => {
    expect(await one(result(input), { tool: driver([{ id: 'r1', ...rule }]) })).toMatchObject({ severity })
  })

  test('an override of the run sets level and switches rules off', async () => {
    const override = (id: string, configuration: unknown) => ({ descriptor: { id }, configuration })
    const run = onlyRun(
      await read(
        sarif({
          tool: driver([{ id: 'r1' }, { id: 'r2' }, { id: 'r3', defaultConfiguration: { enabled: false } }]),
          results: [result()],
          invocations: [
            {
              ruleConfigurationOverrides: [
                override('r1', { level: 'error' }),
                override('r2', { enabled: false }),
              ],
              startTimeUtc: '2024-01-01T10:00:00Z',
              exitCode: 2,
              executionSuccessful: false,
              toolExecutionNotifications: [
                { level: 'error', locations: [at('broken.c')] },
                { level: 'note', locations: [at('fine.c')] },
              ],
            },
          ],
        }),
      ),
    )
    expect(run).toMatchObject({
      findings: [{ severity: 'high' }],
      startedAt: '2024-01-01T10:00:00.000Z',
      exitCode: 2,
      failure: expect.stringContaining('reported that its run failed'),
      coverage: { failedParts: [{ path: 'broken.c', rule: null, lines: null }] },
    })
    expect(run.coverage.disabledRules?.toSorted()).toEqual(['r2', 'r3'])
  })
})

describe('SARIF rules', () => {
  test('results that come before their rules, in an extension, by index', async () => {
    const run = onlyRun(
      await read(
        sarif({
          results: [result({ ruleId: undefined, rule: { index: 0, toolComponent: { index: 0 } } })],
          taxonomies: [{ name: 'CWE', taxa: [{ id: '79', name: 'Cross-site Scripting' }] }],
          tool: {
            driver: { name: 'Scan' },
            extensions: [
              {
                name: 'pack',
                rules: [
                  {
                    id: 'js/xss',
                    shortDescription: { text: 'Cross-site scripting' },
                    helpUri: 'https://example.com/xss',
                    relationships: [{ target: { id: '79', toolComponent: { name: 'CWE' } } }],
                    properties: {
                      tags: [
                        'security',
                        'CWE-116: Improper Encoding',
                        'OWASP-A03:2021 - Injection',
                        'HIGH CONFIDENCE',
                      ],
                    },
                  },
                ],
              },
            ],
          },
        }),
      ),
    )
    expect(run.findings[0]).toMatchObject({
      rulePath: 'js/xss',
      confidence: 'high',
      categories: ['security'],
    })
    expect(run.rules).toMatchObject([
      {
        path: 'js/xss',
        title: 'Cross-site scripting',
        cweNames: ['CWE-116: Improper Encoding', 'CWE-79: Cross-site Scripting'],
        owaspNames: ['A03:2021 - Injection'],
        subcategories: [],
        url: 'https://example.com/xss',
        languages: ['javascript'],
      },
    ])
  })

  test('a hierarchical id belongs to the rule it begins with; an unknown rule is made', async () => {
    const run = onlyRun(
      await read(
        sarif({
          tool: driver([{ id: 'CA1' }]),
          results: [result({ ruleId: 'CA1/2' }), result({ ruleId: 'x' })],
        }),
      ),
    )
    expect(run.findings.map((each) => each.rulePath)).toEqual(['CA1', 'x'])
    expect(run.rules.map((each) => each.path)).toEqual(['CA1', 'x'])
  })

  test('a message from the rule, with its arguments', async () => {
    const rules = [{ id: 'r1', messageStrings: { default: { text: '{0} calls {1}, {9}' } } }]
    const input = result({ message: { id: 'default', arguments: ['f', 'g'] } })
    expect(await one(input, { tool: driver(rules) })).toMatchObject({ message: 'f calls g, {9}' })
  })
})

describe('SARIF sources', () => {
  const named = (tool: string, id: string | null, uri: string) => ({
    tool: { driver: { name: tool } },
    ...(id === null ? {} : { automationDetails: { id } }),
    results: [result({ locations: [at(uri)] })],
  })

  test('runs of one tool and category are one source, others are others', async () => {
    const report = await read(
      sarif(
        named('A', 'ci/web/2024-01-02', 'a'),
        named('A', 'ci/web/17', 'b'),
        named('A', 'ci/api', 'c'),
        named('B', null, 'd'),
      ),
    )
    expect(report.runs.map((run) => [run.source.tool, run.source.category, run.findings.length])).toEqual([
      ['A', 'ci/web', 2],
      ['A', 'ci/api', 1],
      ['B', null, 1],
    ])
  })

  test('the category of the import wins', async () => {
    const report = await read(sarif(named('A', 'x/', 'a'), named('A', 'y', 'b')), { category: 'mine' })
    expect(onlyRun(report).source).toEqual({ tool: 'A', category: 'mine' })
  })

  test('what is no finding of today is left out with its reason', async () => {
    const report = await read(
      sarif({
        tool: driver(),
        externalPropertyFileReferences: { results: [{ itemCount: 7 }] },
        results: [
          result({ kind: 'pass' }),
          result({ kind: 'pass' }),
          result({ baselineState: 'absent' }),
          result(),
        ],
      }),
    )
    expect(report.read).toBe(4)
    expect(onlyRun(report).findings).toHaveLength(1)
    expect(report.leftOut).toEqual([
      { reason: 'results in another file', count: 7 },
      { reason: 'result kind "pass"', count: 2 },
      { reason: 'baseline state "absent"', count: 1 },
    ])
  })

  test('files listed as looked at count only if one of them has no result', async () => {
    const target = (uri: string) => ({ location: { uri }, roles: ['analysisTarget'] })
    const scanned = async (artifacts: unknown[], ...more: unknown[]) =>
      onlyRun(await read(sarif({ tool: driver(), artifacts, results: [result(), ...more] }))).coverage
        .scannedPaths
    expect(await scanned([target('a.c'), target('clean.c')])).toEqual(['a.c', 'clean.c'])
    expect(await scanned([target('a.c')])).toBeNull()
    expect(await scanned([{ location: { uri: 'clean.c' } }])).toBeNull()
    // Results that are left out are results of their files.
    for (const more of [{ kind: 'pass' }, { baselineState: 'absent' }]) {
      const other = result({ ...more, locations: [at('b.c')] })
      expect(await scanned([target('a.c'), target('b.c')], other)).toBeNull()
      expect(await scanned([target('a.c'), target('b.c'), target('clean.c')], other)).toHaveLength(3)
    }
  })
})

describe('SARIF places', () => {
  test.each([
    [{ uri: 'src/a%20b.c' }, 'src/a b.c'],
    [{ uri: './src/x.c' }, 'src/x.c'],
    [{ uri: 'src/../lib/x.c' }, 'lib/x.c'],
    [{ uri: 'file:///srv/repo/src/x.c' }, 'src/x.c'],
    [{ uri: '/srv/repo/src/x.c' }, 'src/x.c'],
    [{ uri: 'file:///elsewhere/x.c' }, '/elsewhere/x.c'],
    [{ uri: 'x.c', uriBaseId: 'LIB' }, 'lib/x.c'],
    [{ uri: 'x.c', uriBaseId: 'ROOT' }, 'x.c'],
    [{ index: 1 }, 'lib/from-list.c'],
    [{ uri: 'src\\win.c' }, 'src/win.c'],
    [{ uri: '50%.c' }, '50%.c'],
  ])('%o is %s', async (artifactLocation, filePath) => {
    const finding = await one(result({ locations: [{ physicalLocation: { artifactLocation } }] }), {
      artifacts: [{ location: { uri: 'no.c' } }, { location: { uri: 'from-list.c', uriBaseId: 'LIB' } }],
      originalUriBaseIds: { ROOT: { uri: 'file:///srv/repo/' }, LIB: { uri: 'lib', uriBaseId: 'ROOT' } },
    })
    expect(finding.location?.filePath).toBe(filePath)
  })

  test('a result without a place is a finding without one', async () => {
    expect(await one(result({ locations: [] }))).toMatchObject({ location: null, code: null, fix: null })
  })
})

describe('SARIF details', () => {
  const context = {
    contextRegion: { startLine: 9, snippet: { text: 'one\n  run(input)\nthree' } },
  }
  const region = { startLine: 10, startColumn: 3, endColumn: 13 }

  test('a fix is shown as whole lines where the file sent them', async () => {
    const fix = (deletedRegion: unknown) => [
      {
        artifactChanges: [
          {
            artifactLocation: { uri: 'a.c' },
            replacements: [{ deletedRegion, insertedContent: { text: 'safe(input)' } }],
          },
        ],
      },
    ]
    const known = await one(result({ locations: [at('a.c', region, context)], fixes: fix(region) }))
    expect(known.fix).toEqual({ startLine: 10, before: '  run(input)', after: '  safe(input)' })
    const unknown = await one(result({ fixes: fix({ startLine: 4, startColumn: 1, endColumn: 3 }) }))
    expect(unknown.fix).toEqual({ startLine: 4, before: '', after: 'safe(input)' })
  })

  test('a flow, its steps in the list of the run too', async () => {
    const step = (line: number) => ({
      location: at('a.c', { startLine: line, snippet: { text: `line ${line}` } }),
    })
    const finding = await one(
      result({ codeFlows: [{ threadFlows: [{ locations: [step(1), { index: 0 }, step(3)] }] }] }),
      { threadFlowLocations: [step(2)] },
    )
    expect(finding.dataFlow?.map((each) => [each.kind, each.location.line, each.code])).toEqual([
      ['source', 1, 'line 1'],
      ['step', 2, 'line 2'],
      ['sink', 3, 'line 3'],
    ])
  })

  test('a suppression under review or rejected does not hold', async () => {
    const suppressed = async (suppressions: unknown) => (await one(result({ suppressions }))).suppressed
    expect(await suppressed([{ kind: 'inSource' }])).toBe(true)
    expect(await suppressed([{ kind: 'external', status: 'accepted' }])).toBe(true)
    expect(await suppressed([{ kind: 'external', status: 'underReview' }])).toBe(false)
    expect(await suppressed([{ kind: 'inSource' }, { kind: 'external', status: 'rejected' }])).toBe(false)
  })

  test('a fingerprint stays the key when the tool adds others, and wins over the code', async () => {
    const idOf = async (more: Record<string, unknown>) => (await one(result(more))).matchBasedId
    const first = await idOf({ partialFingerprints: { 'hash/v1': 'x' } })
    expect(await idOf({ partialFingerprints: { 'hash/v1': 'x', 'hash/v2': 'y', fileHash: 'z' } })).toBe(first)
    expect(await idOf({ partialFingerprints: { 'hash/v1': 'other' } })).not.toBe(first)
    expect(await idOf({ fingerprints: { author: '1' }, partialFingerprints: { 'hash/v1': 'x' } })).toBe(first)
    expect(await idOf({ partialFingerprints: { author: 'x', commitSha: 'y', date: 'z' } })).toBe(
      await idOf({}),
    )
    expect(await idOf({ fingerprints: { 'matchBasedId/v1': 'requires login' } })).toBe(await idOf({}))
  })

  test('another version of SARIF is refused', async () => {
    expect(await faultOf({ version: '1.0.0', runs: [] })).toMatchObject({ path: '/version' })
  })

  test('a result that is none is refused with its place', async () => {
    const fault = await faultOf('{"version":"2.1.0","runs":[{"tool":{},\n"results":[{},\n  7]}]}')
    expect(fault).toMatchObject({ path: '/runs/0/results/1', line: 3, column: 3 })
  })
})

const list = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index))
const places = (count: number) =>
  list(count, (index) => ({
    physicalLocation: { artifactLocation: { uri: 'a.c' }, region: { startLine: index + 1 } },
  }))

describe('SARIF bounds', () => {
  test('what may repeat without end is bounded with its place', async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({}))
    expect(await faultOf(sarif(...many(1001)), { pieces: 65_536 })).toMatchObject({ path: '/runs/1000' })
    expect(await faultOf(sarif({ tool: { extensions: many(201) } }))).toMatchObject({
      path: '/runs/0/tool/extensions/200',
    })
    expect(await faultOf(sarif({ invocations: many(1001) }))).toMatchObject({
      path: '/runs/0/invocations/1000',
    })
  })

  test('a long text of a rule is not filled in anew for each of many results', async () => {
    const rules = [{ id: 'r1', messageStrings: { m: { text: `{0}${'x'.repeat(90_000)}` } } }]
    const results = Array.from({ length: 1000 }, (_, index) =>
      result({ message: { id: 'm', arguments: [`a${index}`] } }),
    )
    const report = await read(sarif({ tool: driver(rules), results }), { pieces: 65_536 })
    const filled = onlyRun(report).findings.filter((each) => !each.message?.startsWith('{0}'))
    expect(filled.length).toBeGreaterThan(10)
    expect(filled.length).toBeLessThan(60)
    expect(report.leftOut).toEqual([
      {
        reason: 'message arguments that would exceed the size limit',
        count: 1000 - filled.length,
      },
    ])
  })

  test.each<[string, () => Record<string, unknown>]>([
    [
      'a long message at a thousand places',
      () => {
        const locations = places(1000)
        const message = (index: number) => ({ text: `${index}${' of all'.repeat(14_000)}` })
        return { results: list(20, (index) => result({ message: message(index), locations })) }
      },
    ],
    [
      'many data flows of many places',
      () => {
        const threadFlows = list(100, () => ({ locations: [{}] }))
        const codeFlows = list(100, () => ({ threadFlows }))
        return { results: list(15, () => result({ locations: places(1000), codeFlows })) }
      },
    ],
    [
      'many fixes of many places',
      () => {
        const replacements = [{ deletedRegion: { startLine: 9000 }, insertedContent: { text: 'x' } }]
        const fixes = list(500, () => ({
          artifactChanges: [{ artifactLocation: { uri: 'a.c' }, replacements }],
        }))
        return { results: list(20, () => result({ locations: places(1000), fixes })) }
      },
    ],
    [
      'many relationships beside many taxonomies',
      () => {
        const relationships = list(50, (index) => ({ target: { guid: `none ${index}` } }))
        const rules = list(2000, (index) => ({ id: `r${index}`, relationships }))
        const taxonomies = list(200, (index) => ({
          name: `CWE ${index}`,
          taxa: [{ id: '1', guid: `g${index}` }],
        }))
        return { tool: driver(rules), taxonomies, results: [] }
      },
    ],
  ])('%s take time for their bytes', async (_, run) => {
    expect((await read(sarif(run()), { pieces: 65_536 })).format).toBe('sarif')
  })

  test('base addresses that end in many slashes take no time', async () => {
    const bases = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`B${index}`, { uri: `file:${'/'.repeat(100_000)}x` }]),
    )
    const finding = await one(result(), { originalUriBaseIds: bases })
    expect(finding.location?.filePath).toBe('a.c')
  })
})
