import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testEngine } from '#server/testing/database.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { result, semgrep, upload } from '../testing/upload.ts'

const count = 1200

/** Texts that mean something to an engine where rows are kept as text. */
const texts = [
  'plain',
  '',
  ' ',
  'NULL',
  'null',
  '(a,b)',
  '{a,b}',
  '","',
  '\\"\\',
  "it's",
  'one\ntwo\ttabs\r\n',
  '\\N \\. $1 %s',
  'ünï ćödé 漢字 🦆',
  '<script>alert("x")</script>',
  'x'.repeat(5000),
]

/** Results that differ in rules, categories, messages, and whether they have a flow and a fix. */
const results = Array.from({ length: count }, (_, at) => {
  const text = texts[at % texts.length] ?? ''
  const one = result(`rule-${at % 11}`, `src/${at % 40}/${at}.py`, `call(${at}) ${text}`, at + 1)
  const place = { path: `src/${at}.py`, start: { line: 1, col: 1 }, end: { line: 1, col: 5 } }
  return {
    ...one,
    extra: {
      ...one.extra,
      severity: ['ERROR', 'WARNING', 'INFO'][at % 3],
      message: at % 4 === 0 ? `${text} `.repeat(40) : `Result ${at}: ${text}`,
      metadata: { ...one.extra.metadata, cwe: [`CWE-${at % 6}: ${text}`] },
      ...(at % 5 === 0 ? { fix: `safe(${text})` } : {}),
      ...(at % 7 === 0
        ? {
            dataflow_trace: {
              taint_source: ['CliLoc', [place, text]],
              taint_sink: ['CliLoc', [place, text]],
            },
          }
        : {}),
    },
  }
})

/** The rows of a project in three tables, without what differs between two projects. */
async function rowsOf({ services }: TestService, project: string) {
  const { database } = services
  const { id } = await database.read
    .selectFrom('project')
    .select('id')
    .where('name', '=', project)
    .executeTakeFirstOrThrow()
  const findings = await database.read
    .selectFrom('finding')
    .selectAll()
    .where('project_id', '=', id)
    .orderBy('path')
    .execute()
  const parts = async (table: 'finding_detail' | 'finding_evidence') =>
    new Map(
      (await database.read.selectFrom(table).selectAll().execute()).map(({ finding_id, ...part }) => [
        finding_id,
        part,
      ]),
    )
  const [details, evidence] = [await parts('finding_detail'), await parts('finding_evidence')]
  const messages = new Map(
    (await database.read.selectFrom('message').select(['id', 'content']).execute()).map((row) => [
      row.id,
      row.content,
    ]),
  )
  return findings.map(
    ({ id, flaw_id, message_id, project_id, ref_id, first_seen_scan_id, last_seen_scan_id, ...row }) => ({
      ...row,
      ownFlaw: flaw_id === id,
      message: messages.get(message_id ?? 0) ?? null,
      detail: details.get(id) ?? null,
      evidence: evidence.get(id) ?? null,
      isPlaced: [project_id, ref_id, first_seen_scan_id, last_seen_scan_id].every((one) => one > 0),
    }),
  )
}

it('stores of a large import what small ones store, whatever the texts are', async () => {
  const service = await startTestService()
  // Less than a thousand at once are not staged.
  for (const half of [results.slice(0, count / 2), results.slice(count / 2)])
    expect((await upload(service, semgrep(half), { project: 'acme/small', kind: 'diff' })).status).toBe(201)
  const { body } = await upload(service, semgrep(results), { project: 'acme/large', kind: 'diff' })
  expect(body.report).toMatchObject({ read: count, new: count })
  const [small, large] = [await rowsOf(service, 'acme/small'), await rowsOf(service, 'acme/large')]
  expect(small).toHaveLength(count)
  expect(large.filter(({ detail }) => detail === null).length).toBeLessThan(count)
  expect(new Set(large.map(({ message }) => message)).size).toBeGreaterThan(10)
  for (const [at, row] of large.entries()) expect(row).toEqual(small[at])
})

it('takes the rows of a finding that another ref has for those of the same flaw', async () => {
  const service = await startTestService()
  await upload(service, semgrep(results.slice(0, 300)))
  await upload(service, semgrep(results), { ref: 'refs/heads/next' })
  const rows = await runSql<{ own: number; rows: number }>(
    service.services.database,
    sql`select case when id = flaw_id then 1 else 0 end as own, count(*) as rows from finding
      where ref_id = (select max(id) from ref) group by 1 order by 1`,
  )
  expect(rows.map(({ own, rows }) => [own, rows])).toEqual([
    [0, 300],
    [1, count - 300],
  ])
})

/** How many rows the server has written and read, by table. Other tests may have used the same database before. */
async function readCounts(database: TestService['services']['database']) {
  const rows = await runSql<{ table: string; written: number; read: number }>(
    database,
    sql`select relname as table, n_tup_ins as written, seq_tup_read + coalesce(idx_tup_fetch, 0) as read
      from pg_stat_user_tables`,
  )
  return new Map(
    rows.map(({ table, written, read }) => [table, { written: Number(written), read: Number(read) }]),
  )
}

it.runIf(testEngine === 'postgres')(
  'does not read all rows for each row on a server that knows nothing of its tables yet, and planned for few rows',
  async () => {
    const service = await startTestService()
    const { database } = service.services
    // All connections plan the checks of foreign keys for tables of some rows.
    for (let at = 0; at < 8; at += 1) {
      const few = Array.from({ length: 8 }, (_, n) => result('r', `few/${at}-${n}.py`, `few(${at}, ${n})`))
      await Promise.all([
        upload(service, semgrep(few), { project: `acme/few-${at}` }),
        database.write((transaction) => sql`select 1`.execute(transaction)),
      ])
    }
    const before = await readCounts(database)
    const many = Array.from({ length: 20_000 }, (_, at) => result('r', `src/${at}.py`, `call(${at})`))
    const { body } = await upload(service, semgrep(many), { project: 'acme/many' })
    expect(body.report.new).toBe(20_000)
    // A connection reports what it did within ten seconds after its last statement.
    const findings = async () => (await readCounts(database)).get('finding')?.written ?? 0
    await expect
      .poll(findings, { interval: 500 })
      .toBeGreaterThanOrEqual((before.get('finding')?.written ?? 0) + 20_000)
    const read = [...(await readCounts(database))].map(
      ([table, counts]) => [table, counts.read - (before.get(table)?.read ?? 0)] as const,
    )
    // A plan that reads all rows for each row reads some hundred million, another one a hundred thousand.
    expect(read.filter(([, count]) => count > 10_000_000)).toEqual([])
  },
)
