import { gzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { sarif, sarifResult } from '#server/scans/real-files/testing/files.ts'
import { type Project, projects } from '#server/scans/real-files/testing/project.ts'
import { columnsOf } from '#server/testing/whole-database.ts'
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

/** The columns that hold a text. */
const columnsWith = async (text: string, { service: { services } }: Project): Promise<string[]> =>
  [...(await columnsOf(services.database))].flatMap(([name, content]) =>
    content.includes(text) ? [name] : [],
  )

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
  expect(await columnsWith(value, shop)).not.toEqual([])
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
  expect(await columnsWith(value, shop)).toEqual([])
  expect(await columnsWith(plain, shop)).toEqual([])
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

test('neither has a text that earlier versions made of them: of verdicts, messages, jobs, the audit log and decisions', async () => {
  const shop = await project()
  const [own, ownWord] = ['Kp4wZ8r1Nc6Yb3', 'barracuda']
  const said = `It is ${own}`
  const title = `Do not write '${ownWord}' here`
  await shop.send(JSON.parse(JSON.stringify(file('X4')).replaceAll(value, own).replaceAll(plain, ownWord)))
  {
    const { database } = shop.service.services
    const project_id = await shop.id()
    const deployment_id = shop.service.deployment.id
    const [first] = await shop.code()
    const finding_id = Number(first?.id)
    const base = { deployment_id, id: 7_000, at: 1, actor: 'Kim' }
    await database.write(async (transaction) => {
      const insert = async (table: string, row: Record<string, unknown>) => {
        const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
        await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
          transaction,
        )
      }
      await sql`update rule set title = ${title} where path = 'X4'`.execute(transaction)
      await sql`update scan set errors_json = ${JSON.stringify({ failure: `password = '${ownWord}'`, errors: [{ level: 'error', message: said, path: null, line: null, rule: null }] })} where project_id = ${project_id}`.execute(
        transaction,
      )
      await insert('gate_verdict', {
        ...{
          deployment_id,
          id: 7_000,
          project_id,
          ref_name: 'main',
          commit: 'c',
          comparison: 'c',
          verdict: 'fail',
          digest: 'd',
        },
        document_json: JSON.stringify({ findings: [{ title, path: `keys/${own}/a.go` }] }),
        evaluated_at: 1,
        actor: 'Kim',
      })
      await insert('webhook', {
        deployment_id,
        id: 7_000,
        name: 'Hook',
        url: 'https://hook.example',
        events_json: '[]',
        query: '',
        format: 'json',
        secret: 's',

        created_at: 1,
        created_by: 'Kim',
      })
      await insert('webhook_delivery', {
        deployment_id,
        id: 7_000,
        webhook_id: 7_000,
        message_id: 'm',
        event: 'finding.new',
        title: `New: ${title}`,
        payload_json: JSON.stringify({ data: { title: said, findings: [{ title }] } }),
        state: 'waiting',
        created_at: 1,
      })
      await insert('audit_event', {
        ...base,
        action: 'x',
        target: said,
        detail_json: JSON.stringify({ note: said }),
      })
      await insert('job', {
        ...base,
        kind: 'triage',
        state: 'failed',
        after_change: 0,
        type: 0,
        note: said,
        total: 1,
        done: 0,
        skipped_json: '[]',
        error: said,
        result_json: JSON.stringify({ said }),
      })
      await insert('triage_change', { ...base, note: said, count: 1 })
      await insert('triage_change_item', {
        deployment_id,
        change_id: 7_000,
        finding_id,
        triage_state: 0,
        triage_comment: said,
      })
      await insert('finding_comment', {
        deployment_id,
        id: 7_000,
        finding_id,
        author: 'Kim',
        text: said,
        at: 1,
      })
      await insert('finding_comment_version', {
        deployment_id,
        comment_id: 7_000,
        version: 1,
        text: said,
        at: 1,
      })
      await insert('finding_event', {
        deployment_id,
        id: 7_000,
        finding_id,
        at: 1,
        kind: 'noted',
        note: said,
      })
      await insert('approval', {
        deployment_id,
        id: 7_000,
        type: 0,
        state: 0,
        reason: 0,
        note: said,
        requested_at: 1,
        requester: 'Kim',
        count: 1,
        finding_id,
        severity: 1,
        decision_note: said,
      })
      await sql`update rule set path = 'S2068', tool_rule = 'S2068' where path = 'X4'`.execute(transaction)
      // parse: the migrator knows no tables either.
      await maskStoredCredentials(transaction as unknown as Kysely<unknown>)
    })
  }
  expect(await columnsWith(own, shop)).toEqual([])
  expect(await columnsWith(ownWord, shop)).toEqual([])
})

test('a path loses a value that a program made, and the next scan knows its finding with the decision', async () => {
  const shop = await project()
  const own = 'Hd2xT6m9Gf5Ws1'
  const inPath = (rule: string) =>
    JSON.parse(
      JSON.stringify(file(rule)).replaceAll('shop/db.go', `keys/${value}/db.go`).replaceAll(value, own),
    )
  const ids = async () => (await shop.code()).map(({ id }) => id)
  const { database } = shop.service.services
  await shop.send(inPath('X5'))
  const before = await ids()
  await shop.ignore('sast', before.slice(0, 1))
  await database.write(async (transaction) => {
    await sql`update rule set path = 'DS117838', tool_rule = 'DS117838' where path = 'X5'`.execute(
      transaction,
    )
    // parse: the migrator knows no tables either.
    await maskStoredCredentials(transaction as unknown as Kysely<unknown>)
  })
  expect(await columnsWith(own, shop)).toEqual([])
  const { report } = await shop.send(inPath('DS117838'))
  expect(report).toMatchObject({ new: 0, fixed: 0 })
  expect(await ids()).toEqual(before)
  expect((await shop.code())[0]).toMatchObject({
    status: 'ignored',
    location: { filePath: 'keys/[removed]/db.go' },
  })
})
