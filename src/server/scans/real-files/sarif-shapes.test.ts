import { expect, test } from 'vitest'
import { sarif, sarifLocation, sarifResult } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

/** The places of the findings in code. */
const places = async (shop: Project) =>
  (await shop.code()).map(({ location }) => [location?.filePath, location?.line])

test('a run with an extension list without extensions, and nothing found, is an empty scan', async () => {
  const shop = await project()
  const driver = { name: 'Analyzer', rules: [] }
  const sent = await shop.send({
    version: '2.1.0',
    runs: [{ tool: { driver, extensions: [] }, results: [] }],
  })
  expect(sent).toMatchObject({ status: 'SCAN_STATUS_COMPLETED', stats: { findings: 0 } })
})

test('a file with a byte order mark is read', async () => {
  const shop = await project()
  await shop.send(`\uFEFF${JSON.stringify(sarif('Compiler', [sarifResult('CA1', 'src/Cart.cs', 31)]))}`)
  expect(await places(shop)).toEqual([['src/Cart.cs', 31]])
})

test('a result without a place, or with a place in bytes, is shown without a line', async () => {
  const shop = await project()
  await shop.send(
    sarif('Analyzer', [
      sarifResult('setup', '', 1, { locations: [] }),
      sarifResult('binary', '', 1, {
        locations: [sarifLocation('bin/cart', { byteOffset: 8, byteLength: 4 })],
      }),
    ]),
  )
  expect((await shop.code()).map(({ rule_name, location }) => [rule_name, location])).toEqual([
    ['setup', null],
    ['binary', { filePath: 'bin/cart', line: null, column: null, endLine: null, endColumn: null }],
  ])
})

test('a line that no file has is no line', async () => {
  const shop = await project()
  const located = (rule: string, region: object) =>
    sarifResult(rule, '', 1, { locations: [sarifLocation('deploy/app.yaml', region)], kind: 'fail' })
  await shop.send(
    sarif('KICS', [located('a', { startLine: -1 }), located('b', { startLine: 0, endLine: 0 })]),
  )
  expect(await places(shop)).toEqual([
    ['deploy/app.yaml', null],
    ['deploy/app.yaml', null],
  ])
})

test('what stands in no file of the project is shown with the text that stands for its place', async () => {
  const shop = await project()
  const setting = { uri: 'git.example.com/acme/settings/runners', uriBaseId: 'https://' }
  await shop.send(
    sarif('Posture', [
      sarifResult('runners', '', 1, { locations: [{ physicalLocation: { artifactLocation: setting } }] }),
      sarifResult('score', 'no file has this finding', 1),
    ]),
  )
  expect(await places(shop)).toEqual([
    ['git.example.com/acme/settings/runners', null],
    ['no file has this finding', 1],
  ])
})

test('a result without a level has that of its rule', async () => {
  const shop = await project()
  const rules = [{ id: 'cpp/overrun', defaultConfiguration: { level: 'error' } }]
  const { level: _, ...unlevelled } = sarifResult('cpp/overrun', 'src/a.cpp', 3)
  await shop.send(sarif('CodeQL', [{ ...unlevelled, ruleIndex: 0 }], { rules }))
  expect(await shop.code()).toMatchObject([{ severity: 'high' }])
})

test('a security severity of zero is low, whatever the level says', async () => {
  const shop = await project()
  const rules = [{ id: 'style', properties: { 'security-severity': '0.0' } }]
  await shop.send(sarif('Probe', [sarifResult('style', 'a.c', 1, { level: 'error' })], { rules }))
  expect(await shop.code()).toMatchObject([{ severity: 'low' }])
})

test('a result is suppressed by what was accepted, not by what is under review or was rejected', async () => {
  const shop = await project()
  const suppressed = (rule: string, ...suppressions: object[]) =>
    sarifResult(rule, `${rule}.c`, 1, { suppressions })
  await shop.send(
    sarif('Probe', [
      suppressed('in-source', { kind: 'inSource' }),
      suppressed('mixed', { kind: 'external', status: 'accepted' }, { kind: 'external', status: 'rejected' }),
      suppressed('under-review', { kind: 'external', status: 'underReview' }),
      suppressed('none'),
    ]),
  )
  expect((await shop.code()).map(({ rule_name, status }) => [rule_name, status])).toEqual([
    ['in-source', 'ignored'],
    ['mixed', 'open'],
    ['under-review', 'open'],
    ['none', 'open'],
  ])
})

test('a message by id, rules by index and in an extension, CWEs in tags and escaped paths are read', async () => {
  const shop = await project()
  const rule = {
    id: 'R1',
    messageStrings: { default: { text: 'Input of {0} is {1}' } },
    defaultConfiguration: { level: 'error' },
    properties: { tags: ['CWE-079', 'external/cwe/cwe-022'] },
  }
  const { ruleId: _, level: __, ...bare } = sarifResult('R1', './a%20b/%C3%A9.c', 6)
  const file = sarif(
    'Probe',
    [
      { ...bare, ruleIndex: 0, message: { id: 'default', arguments: ['form.c', '{1}'] } },
      { ...bare, ruleId: 'R1/sub', ruleIndex: -1, locations: [sarifLocation('../up/x.c', { startLine: 7 })] },
      { ...bare, rule: { id: 'E1', index: 0, toolComponent: { index: 0 } } },
    ],
    { rules: [rule] },
  )
  await shop.send(file)
  const read = (await shop.code()).map(
    ({ rule_name, rule_message, severity, rule: { cweNames }, location }) => ({
      rule_name,
      rule_message,
      severity,
      cwes: cweNames?.map((name) => /CWE-\d+/.exec(name)?.[0]),
      path: location?.filePath,
    }),
  )
  expect(read).toEqual([
    {
      rule_name: 'R1',
      rule_message: 'Input of form.c is {1}',
      severity: 'high',
      cwes: ['CWE-79', 'CWE-22'],
      path: 'a b/é.c',
    },
    expect.objectContaining({ rule_name: 'R1', severity: 'high', path: '../up/x.c' }),
    expect.objectContaining({ rule_name: 'E1', severity: 'medium' }),
  ])
})

test.each([
  ['of a Linux runner', 'file:///home/runner/work/shop/shop', 'file:///builds/3c1/acme/shop'],
  ['of a Windows agent', 'file:///D:/a/12/s', 'file:///D:/a/34/s'],
])('a decision outlives the folder %s', async (_, before, after) => {
  const shop = await project()
  const found = (folder: string) =>
    sarif('ESLint', [
      sarifResult('no-eval', `${folder}/src/cart.ts`, 12),
      sarifResult('no-eval', `${folder}/src/form.ts`, 3),
    ])
  await shop.send(found(before))
  const [first] = await shop.code()
  await shop.ignore('sast', [first?.id ?? 0])
  const sent = await shop.send(found(after))
  expect(sent.report).toMatchObject({ new: 0, fixed: 0, unchanged: 2 })
  expect((await shop.code()).map(({ id, status }) => [id, status])).toEqual([
    [first?.id, 'ignored'],
    [expect.any(Number), 'open'],
  ])
})
