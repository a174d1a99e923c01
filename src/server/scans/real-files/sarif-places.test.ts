import { describe, expect, test } from 'vitest'
import { sarif, sarifLocation, sarifResult } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

/** The places of the findings in code, in the order of their paths and lines. */
const places = async (shop: Project) =>
  (await shop.code())
    .filter(({ status }) => status !== 'fixed')
    .map(({ location }) => [location?.filePath ?? '', location?.line ?? 0] as const)
    .sort(([one, line], [other, otherLine]) => (one === other ? line - otherLine : one < other ? -1 : 1))

const snippet = (uri: string, startLine: number, text: string) =>
  sarifLocation(uri, { startLine, snippet: { text } })

describe('a result with several locations', () => {
  const query = (file: string, line: number, text: string) => snippet(`app/${file}`, line, `run(${text})`)
  const found = (locations: object[], more: object = {}) =>
    sarif('njsscan', [sarifResult('sql', '', 1, { locations, ...more })])

  test('is a finding for each', async () => {
    const shop = await project()
    const sent = await shop.send(
      found([query('a.js', 10, 'a'), query('b.js', 22, 'b'), query('b.js', 40, 'c')]),
    )
    expect(sent.report).toMatchObject({ new: 3, left_out: [] })
    expect(await places(shop)).toEqual([
      ['app/a.js', 10],
      ['app/b.js', 22],
      ['app/b.js', 40],
    ])
  })

  test('counts what is beyond the limit', async () => {
    const shop = await project()
    const sent = await shop.send(
      found(Array.from({ length: 1002 }, (_, at) => query(`${at}.js`, 1, `q${at}`))),
    )
    expect(sent.report).toMatchObject({
      new: 1000,
      left_out: [{ reason: 'locations beyond the first 1,000 of a result', count: 2 }],
    })
  })

  test.each([
    ['without a fingerprint', {}],
    ['with a fingerprint', { fingerprints: { 'fingerprint/v1': 'f00d' } }],
    ['with a fingerprint of an unknown name', { partialFingerprints: { acme: 'f00d' } }],
  ])('keeps decisions with their code %s, in whatever order', async (_, more) => {
    const shop = await project()
    await shop.send(found([query('a.js', 10, 'a'), query('b.js', 22, 'b'), query('b.js', 40, 'c')], more))
    const [decided] = (await shop.code()).filter(({ location }) => location?.line === 22)
    await shop.ignore('sast', [decided?.id ?? 0])
    // The decided place moves, another one of the file is fixed, and a third is new and first.
    await shop.send(found([query('b.js', 4, 'd'), query('b.js', 25, 'b'), query('a.js', 10, 'a')], more))
    const read = (await shop.code()).map(({ id, status, location }) => [
      id === decided?.id,
      status,
      location?.line,
    ])
    expect(read.filter(([, status]) => status !== 'fixed')).toEqual(
      expect.arrayContaining([
        [true, 'ignored', 25],
        [false, 'open', 4],
        [false, 'open', 10],
      ]),
    )
    expect(read).toHaveLength(4)
  })

  test('a decision of what was its only place stays there', async () => {
    const shop = await project()
    const more = { fingerprints: { 'fingerprint/v1': 'f00d' } }
    await shop.send(found([query('b.js', 22, 'b')], more))
    const [decided] = await shop.code()
    await shop.ignore('sast', [decided?.id ?? 0])
    const sent = await shop.send(found([query('b.js', 2, 'a'), query('b.js', 24, 'b')], more))
    expect(sent.report).toMatchObject({ new: 1, fixed: 0 })
    expect((await shop.code()).find(({ status }) => status === 'ignored')).toMatchObject({
      id: decided?.id,
      location: { line: 24 },
    })
  })

  test('is one finding of a package for each of its files', async () => {
    const shop = await project()
    const message = { text: 'Package: lodash\nInstalled Version: 4.17.20\nFixed Version: 4.17.21' }
    const locations = [
      sarifLocation('web/package-lock.json', { startLine: 12 }),
      sarifLocation('web/package-lock.json', { startLine: 80 }),
      sarifLocation('api/package-lock.json', { startLine: 9 }),
    ]
    const rules = [{ id: 'CVE-2026-1', name: 'LanguageSpecificPackageVulnerability' }]
    await shop.send(sarif('Trivy', [sarifResult('CVE-2026-1', '', 1, { locations, message })], { rules }))
    const paths = (await shop.vulnerabilities()).map(({ location }) => location?.filePath)
    expect(paths.sort()).toEqual(['api/package-lock.json', 'web/package-lock.json'])
  })

  test('shows a data flow where it ends, and a fix where it changes something', async () => {
    const shop = await project()
    const threadFlows = (line: number) => [
      { locations: [1, line].map((startLine) => ({ location: sarifLocation('app/b.js', { startLine }) })) },
    ]
    const replacement = {
      deletedRegion: { startLine: 40 },
      insertedContent: { text: 'run(safe)' },
    }
    const change = { artifactLocation: { uri: 'app/b.js' }, replacements: [replacement] }
    await shop.send(
      found([query('b.js', 22, 'b'), query('b.js', 40, 'c')], {
        codeFlows: [{ threadFlows: threadFlows(22) }, { threadFlows: threadFlows(40) }],
        fixes: [{ artifactChanges: [change] }],
      }),
    )
    const details = await Promise.all((await shop.code()).map(({ id }) => shop.finding(id)))
    const read = details.map(({ location, data_flow: flow, fix }) => [
      location?.line,
      JSON.stringify(flow ?? null).includes('"line":40'),
      fix !== undefined && fix !== null,
    ])
    expect(read.sort()).toEqual([
      [22, false, false],
      [40, true, true],
    ])
  })
})

describe('results that are equal', () => {
  const found = (more: object = {}) => sarifResult('CA2100', 'src/Db.cs', 12, more)
  const reported = (...results: object[]) => sarif('Compiler', results)

  test('are one, and the others are counted', async () => {
    const shop = await project()
    const sent = await shop.send(reported(found(), found(), found({ level: 'error' })))
    expect(sent.report).toMatchObject({
      new: 1,
      left_out: [{ reason: 'results equal to another one', count: 2 }],
    })
    expect(await shop.code()).toMatchObject([{ severity: 'high' }])
  })

  test('are one in several runs of a tool', async () => {
    const shop = await project()
    const { runs } = reported(found())
    const sent = await shop.send({ version: '2.1.0', runs: [...runs, ...runs] })
    expect(sent.report).toMatchObject({ new: 1, left_out: [{ count: 1 }] })
  })

  test('are one if both are suppressed, and open if one is not', async () => {
    const shop = await project()
    const suppressed = found({ suppressions: [{ kind: 'inSource' }] })
    await shop.send(reported(suppressed, suppressed))
    expect(await shop.code()).toMatchObject([{ status: 'ignored' }])
    await shop.send(reported(suppressed, found()))
    expect(await shop.code()).toMatchObject([{ status: 'open' }])
  })

  test.each([
    ['path', { locations: [sarifLocation('src/Other.cs', { startLine: 12 })] }],
    ['region', { locations: [sarifLocation('src/Db.cs', { startLine: 12, endLine: 13 })] }],
    ['column', { locations: [sarifLocation('src/Db.cs', { startLine: 12, startColumn: 9 })] }],
    ['message', { message: { text: 'Another query.' } }],
    ['rule', { ruleId: 'CA2101' }],
    ['fingerprint', { partialFingerprints: { primaryLocationLineHash: 'abc:1' } }],
    ['package', { properties: { package: 'libc6', version: '2.36-9' } }],
    ['fingerprint that is not used', { partialFingerprints: { commitSha: 'abc' } }],
    [
      'flow',
      {
        codeFlows: [
          { threadFlows: [{ locations: [{ location: sarifLocation('src/In.cs', { startLine: 2 }) }] }] },
        ],
      },
    ],
  ])('are two if their %s differs', async (_, more) => {
    const shop = await project()
    const file = reported(found(), found(more))
    expect((await shop.send(file)).report).toMatchObject({ new: 2, left_out: [] })
    expect((await shop.send(file)).report).toMatchObject({ new: 0, fixed: 0, unchanged: 2 })
  })

  test.each([0, 5])('that differ in what is not stored stay two, %i lines below', async (moved) => {
    const shop = await project()
    const both = (line: number) =>
      reported(
        ...[1, 7].map((column) =>
          found({ locations: [sarifLocation('src/Db.cs', { startLine: line, charOffset: column })] }),
        ),
      )
    await shop.send(both(12))
    const [, decided] = await shop.code()
    await shop.ignore('sast', [decided?.id ?? 0])
    expect((await shop.send(both(12 + moved))).report).toMatchObject({ new: 0, fixed: 0 })
    expect((await shop.code()).map(({ status }) => status)).toEqual(['open', 'ignored'])
  })

  test.each([
    ['without a region', [{ physicalLocation: { artifactLocation: { uri: 'src/Db.cs' } } }]],
    ['with a line that no file has', [sarifLocation('src/Db.cs', { startLine: -1 })]],
    ['without a place', []],
  ])('are two %s', async (_, locations) => {
    const shop = await project()
    const sent = await shop.send(reported(found({ locations }), found({ locations })))
    expect(sent.report).toMatchObject({ new: 2, left_out: [] })
  })

  test('are places in bytes, too', async () => {
    const shop = await project()
    const binary = (byteOffset: number) =>
      found({ locations: [sarifLocation('bin/app', { byteOffset, byteLength: 4 })] })
    expect((await shop.send(reported(binary(0), binary(0), binary(8)))).report).toMatchObject({ new: 2 })
  })

  test.each([0, 1])('keep the decision of whichever was decided', async (at) => {
    const shop = await project()
    // Two results of which another service made two findings, as earlier versions did.
    await shop.send(reported(found(), found({ partialFingerprints: { commitSha: 'abc' } })))
    const decided = (await shop.code())[at]
    await shop.ignore('sast', [decided?.id ?? 0])
    const sent = await shop.send(reported(found(), found()))
    expect(sent.report).toMatchObject({ new: 0, fixed: 1, unchanged: 1, uncertain: 0 })
    const statuses = (await shop.code()).map(({ id, status }) => [id === decided?.id, status])
    expect(statuses).toEqual(
      expect.arrayContaining([
        [true, 'ignored'],
        [false, 'fixed'],
      ]),
    )
  })
})

test('what is reported once where it was reported many times is not held', async () => {
  const shop = await project()
  const found = (commitSha?: number) =>
    sarifResult(
      'CA2100',
      'src/Db.cs',
      12,
      commitSha === undefined ? {} : { partialFingerprints: { commitSha: String(commitSha) } },
    )
  await shop.send(
    sarif(
      'Compiler',
      Array.from({ length: 30 }, (_, at) => found(at)),
    ),
  )
  const sent = await shop.send(sarif('Compiler', [found(), found()]))
  expect(sent).toMatchObject({ hold: null, report: { new: 0, fixed: 29, unchanged: 1 } })
})

test('an end before its start is dropped', async () => {
  const shop = await project()
  const region = { startLine: 20, startColumn: 5 }
  await shop.send(
    sarif('Probe', [
      sarifResult('a', '', 1, { locations: [sarifLocation('a.c', { ...region, endLine: 0, endColumn: 0 })] }),
      sarifResult('b', '', 1, { locations: [sarifLocation('a.c', { ...region, endLine: 4, endColumn: 9 })] }),
      sarifResult('c', '', 1, { locations: [sarifLocation('a.c', { ...region, endColumn: 3 })] }),
      sarifResult('d', '', 1, {
        locations: [sarifLocation('a.c', { ...region, endLine: 21, endColumn: 3 })],
      }),
    ]),
  )
  expect(
    (await shop.code()).map(({ location }) => [location?.line, location?.endLine, location?.endColumn]),
  ).toEqual([
    [20, 20, null],
    [20, 20, null],
    [20, 20, null],
    [20, 21, 3],
  ])
})
