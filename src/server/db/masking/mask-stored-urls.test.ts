import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createComment } from '#contract/operations/comments.ts'
import { setCodeowners } from '#contract/operations/owners.ts'
import { createScan } from '#contract/operations/scans.ts'
import { digest } from '#server/base/credentials/digests.ts'
import { projects } from '#server/scans/real-files/testing/project.ts'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { urlCanaryFiles } from '#server/testing/stress/url-canaries.ts'
import { columnsOf } from '#server/testing/whole-database.ts'
import { maskStoredUrls } from './mask-stored-urls.ts'

const project = projects()
const value = 'Zx7mQ4v9Lk2Tw8'
const url = `https://ann:${value}@git.example/a?token=${value}`
const code = `clone("${url}")`

const file = () => {
  const { extra, ...rest } = result('clone', 'src/a.py', code, 3)
  return semgrep([
    { ...rest, extra: { ...extra, message: `It clones ${url}. ${'Read it. '.repeat(30)}`, fingerprint: '' } },
  ])
}

type Project = Awaited<ReturnType<typeof project>>
const database = ({ service }: Project) => service.services.database

/** What is stored for a URL, and what was. Others that lost something in these texts are secrets. */
const forms = ['://ann:[removed]@', '://[removed]@', 'token=[removed]'].map((masked) => [
  masked,
  masked.replace('[removed]', value),
])

/** Puts the value back where it was removed, as an earlier version stored it. */
async function asBefore(shop: Project): Promise<void> {
  const { read } = database(shop)
  const tables = await read.introspection.getTables()
  await database(shop).write(async (transaction) => {
    // `upgrade` follows from the document.
    for (const { name, columns } of tables)
      for (const column of columns)
        if (/text/i.test(column.dataType) && !/^kysely/.test(name) && column.name !== 'upgrade')
          for (const [masked, stored] of forms)
            await sql`update ${sql.table(name)} set ${sql.ref(column.name)} =
              replace(${sql.ref(column.name)}, ${masked}, ${stored})
              where ${sql.ref(column.name)} like ${`%${masked}%`}`.execute(transaction)
    await sql`update finding_evidence set code = ${digest(code)} where code like '!%'`.execute(transaction)
  })
}

const columnsWith = async (shop: Project) =>
  [...(await columnsOf(database(shop)))].flatMap(([name, content]) => (content.includes(value) ? [name] : []))

// parse: the migrator knows no tables either.
const migrate = (shop: Project) =>
  database(shop).write((transaction) => maskStoredUrls(transaction as unknown as Kysely<unknown>))

test('no stored URL keeps its credential, and the next scan knows its finding with the decision', async () => {
  const shop = await project()
  await shop.send(file())
  const [finding] = await shop.code()
  const id = finding?.id ?? 0
  await shop.ignore('sast', [id])
  await shop.service.call(createComment, { path: { id }, body: { text: `See ${url}` } })
  const query = { project: finding?.repository?.name ?? '' }
  await shop.service.call(setCodeowners, { query, body: { content: `# ${url}\n` } })
  await asBefore(shop)
  expect(await columnsWith(shop)).toEqual(
    expect.arrayContaining([
      'finding_comment.text',
      'finding_detail.code_json',
      'message.content',
      'project_codeowners.content',
    ]),
  )
  expect(await migrate(shop)).toBe(true)
  expect(await columnsWith(shop)).toEqual([])
  expect(await migrate(shop)).toBe(false)
  const { report } = await shop.send(file())
  expect(report).toMatchObject({ new: 0, fixed: 0 })
  expect(await shop.code()).toMatchObject([{ id, status: 'ignored' }])
})

test('no report of any reader that an earlier version stored keeps one', async () => {
  const shop = await project()
  const { files } = urlCanaryFiles(() => value)
  for (const [index, { name, file: sent }] of files.entries()) {
    const query = { project: `acme/u${index}`, commit: 'c0ffee1' }
    const { status } = await shop.service.call(createScan, {
      query,
      body: Buffer.isBuffer(sent) ? sent : Buffer.from(JSON.stringify(sent)),
    })
    expect([name, status]).toEqual([name, 201])
  }
  await asBefore(shop)
  const before = await columnsWith(shop)
  expect(before).toEqual(expect.arrayContaining(['finding.document_json', 'rule.message', 'rule.url']))
  expect(await migrate(shop)).toBe(true)
  expect(await columnsWith(shop)).toEqual([])
})
