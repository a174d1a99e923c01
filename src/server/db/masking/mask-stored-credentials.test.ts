import { gunzipSync, gzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { sarif, sarifResult } from '#server/scans/real-files/testing/files.ts'
import { type Project, projects } from '#server/scans/real-files/testing/project.ts'
import { maskStoredCredentials } from './mask-stored-credentials.ts'

const project = projects()
const value = 'Zx7mQ4v9Lk2Tw8'
const plain = 'swordfish'
const long = `The text '${plain}' is used as the password of a connection. ${'Read it from the environment. '.repeat(8)}`

const place = (line: number, text: string, context = text) => [
  {
    physicalLocation: {
      artifactLocation: { uri: 'shop/db.go' },
      region: { startLine: line, snippet: { text } },
      contextRegion: { startLine: line, snippet: { text: context } },
    },
  },
]
/** Two credentials, and a result that shows the line of one. */
const file = (rule: string) =>
  sarif(
    'gosec',
    [
      sarifResult(rule, 'shop/db.go', 7, {
        message: { text: `'${value}' was found.` },
        locations: place(7, `pass := "${value}"`),
      }),
      sarifResult(rule, 'shop/db.go', 9, {
        message: { text: long },
        locations: place(9, `open("db", "${plain}")`),
      }),
      sarifResult('E1', 'shop/db.go', 10, {
        locations: place(10, 'return err', `return err\nopen("db", "${plain}")`),
      }),
    ],
    { rules: [{ id: rule }, { id: 'E1' }] },
  )

/** The texts of all rows that hold findings. */
async function storedTexts({ service: { services } }: Project): Promise<string> {
  const { read } = services.database
  const tables = [
    'finding',
    'finding_detail',
    'finding_match',
    'message',
    'rule',
    'scan',
    'finding_event',
  ] as const
  const texts: unknown[] = []
  for (const table of tables) texts.push(await read.selectFrom(table).selectAll().execute())
  const reports = await read.selectFrom('stored_report').select('content').execute()
  for (const { content } of reports) texts.push(gunzipSync(content).toString())
  return JSON.stringify(texts)
}

/** Stores a file as a version did that did not know the rule, and runs the migration. */
async function migrated(
  shop: Project,
  [from, to]: [string, string],
  prepare: () => Promise<void> = async () => {},
) {
  const { database } = shop.service.services
  await shop.send(file(from))
  await prepare()
  await database.write(async (transaction) => {
    await sql`update rule set path = ${to} where path = ${from}`.execute(transaction)
    await sql`update rule set tool_rule = ${to} where tool_rule = ${from}`.execute(transaction)
    const report = await transaction.selectFrom('deployment').select('id').executeTakeFirstOrThrow()
    await transaction
      .insertInto('stored_report')
      .values({
        ...{ deployment_id: report.id, id: nextReport++, kind: 'import', key: '1', facts_json: '{}' },
        ...{ created_at: 1, expires_at: 9_999_999_999_999 },
        content: new Uint8Array(
          gzipSync(
            storedReport()
              .map((line) => JSON.stringify(line))
              .join('\n'),
          ),
        ),
      })
      .execute()
  })
  expect(await storedTexts(shop)).toContain(value)
  // parse: the migrator knows no tables either.
  const run = (transaction: unknown) => maskStoredCredentials(transaction as Kysely<unknown>)
  expect(await database.write(run)).toBe(true)
}

let nextReport = 9_000

const storedReport = () => {
  const rule = { path: 'G101', title: null, message: `'${value}'`, category: null }
  const evidence = {
    fingerprint: null,
    otherFingerprint: null,
    code: 'abc',
    tokens: null,
    context: null,
    flow: null,
  }
  const finding = {
    ...{ kind: 'code', rulePath: 'G101', matchBasedId: `${'0'.repeat(64)}_0`, syntacticId: 'x', evidence },
    ...{ location: { filePath: 'a.go', line: 1, endLine: 1 }, dataFlow: null, fix: null },
    code: { startLine: 1, lines: [`p := "${value}"`] },
  }
  return [
    { report: { format: 'sarif' } },
    {
      run: {
        source: { tool: 'gosec' },
        rules: [{ ...rule, subcategories: [], vulnerabilityClasses: [], cweNames: [] }],
      },
    },
    { text: long },
    { finding: { ...finding, message: null }, text: 0 },
    { finding: { ...finding, message: `'${value}' was found.` } },
  ]
}

test('no stored text has a value, and nothing else of the line goes', async () => {
  const shop = await project()
  await migrated(shop, ['X1', 'G101'])
  const texts = await storedTexts(shop)
  expect(texts).not.toContain(value)
  expect(texts).not.toContain(plain)
  const [first, second] = await shop.code()
  expect(await shop.finding(first?.id ?? 0)).toMatchObject({ code: { lines: ['pass := "[removed]"'] } })
  expect(second?.rule_message).toMatch(/^The text '\[removed\]' is used as the password of a connection/)
})

test('the next scan knows each finding, with its decision', async () => {
  const shop = await project()
  const ids = async () => (await shop.code()).map(({ id }) => id)
  const before: number[] = []
  await migrated(shop, ['X2', 'HARD_CODE_PASSWORD'], async () => {
    before.push(...(await ids()))
    await shop.ignore('sast', before.slice(0, 2))
  })
  const { report } = await shop.send(file('HARD_CODE_PASSWORD'))
  expect(report).toMatchObject({ new: 0, fixed: 0, unchanged: 3 })
  expect(await ids()).toEqual(before)
  expect((await shop.code()).map(({ status }) => status)).toEqual(['ignored', 'ignored', 'open'])
})

test('a scan whose rule says more than the stored one knows it as well', async () => {
  const shop = await project()
  await shop.send(file('X3'))
  const told = JSON.parse(
    JSON.stringify(file('X3')).replace('{"id":"X3"}', '{"id":"X3","name":"HardcodedPassword"}'),
  )
  const { report } = await shop.send(told)
  expect(report).toMatchObject({ new: 0, fixed: 0 })
  expect((await shop.send(file('X3'))).report).toMatchObject({ new: 0, fixed: 0 })
})
