import { expect, it } from 'vitest'
import {
  createComment,
  editComment,
  listComments,
  listCommentVersions,
} from '#contract/operations/comments.ts'
import { Build } from '#server/findings/testing/build.ts'
import { startWithReceiver } from '#server/notifications/testing/webhook-service.ts'
import { codeFindings } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'
import { deletePerson } from './delete-person.ts'
import { exportPerson } from './export-person.ts'

/** A service with a finding, and two people, of whom Ana Lyst writes. */
async function started(other: string) {
  const service = await startTestService()
  const { call, mint } = service
  const ana = await mint({ name: 'ana', person: 'Ana Lyst', role: 'analyst' })
  const theirs = await mint({ name: 'other', person: other, role: 'analyst' })
  const [id = 0] = await new Build(service).add({})
  const write = async (text: string, token = ana) =>
    (await call(createComment, { path: { id }, body: { text }, token })).body.id
  const edit = (commentId: string, text: string) =>
    call(editComment, { path: { id, commentId }, body: { text }, token: ana })
  const texts = async () => (await call(listComments, { path: { id } })).body.comments.map(({ text }) => text)
  const versions = async (commentId: string) =>
    (await call(listCommentVersions, { path: { id, commentId } })).body.versions.map(({ text }) => text)
  const authors = async () =>
    (await call(listComments, { path: { id } })).body.comments.map((one) => one.author)
  return { ...service, theirs, write, edit, texts, versions, authors }
}

it.each([
  [
    'Ben',
    ['Ask @ben, or (@BEN).', '@Benno and me@ben.example', '`@Ben`'],
    ['Ask @*, or (@*).', null, '`@*`'],
  ],
  ['Zo\u00eb \u00d6st', ['@ZO\u00cb \u00d6ST!', '@zoe\u0308\n  \u00f6st', '@Zo\u00eb'], ['@*!', '@*', null]],
  ['a.*(b', ['@a.*(b?', '@axxb', '\uff20a.*(b'], ['@*?', null, '@*']],
])(
  'no comment, nor an earlier text of one, names %j once they are deleted',
  async (name, texts, expected) => {
    const service = await started(name)
    const { services, write, edit, versions } = service
    const ids: string[] = []
    for (const text of texts) {
      const id = await write(text)
      await edit(id, `${text} - edited`)
      await edit(id, text)
      ids.push(id)
    }
    const { replacement } = await deletePerson(services, name)
    const left = texts.map((text, at) => expected[at]?.replaceAll('*', replacement) ?? text)
    expect(await service.texts()).toEqual(left)
    for (const [at, id] of ids.entries())
      expect(await versions(id)).toEqual([left[at], `${left[at]} - edited`])
    const mentions = await services.database.read.selectFrom('finding_mention').selectAll().execute()
    expect(mentions).toEqual([])
  },
)

it('what a deleted person wrote is kept under a neutral name', async () => {
  const { services, write, theirs, texts, authors } = await started('Ben')
  await write('Only from inside.', theirs)
  const { replacement } = await deletePerson(services, 'Ben')
  expect([await texts(), await authors()]).toEqual([['Only from inside.'], [replacement]])
})

it('the data of a person has their comments, earlier texts and mentions, and no comments of others', async () => {
  const { services, write, edit, theirs } = await started('Ben')
  const id = await write('@Ben, first')
  await edit(id, '@Ben, second')
  await write('of Ben', theirs)
  const rowsOf = async (name: string) => {
    const parts: string[] = []
    for await (const part of await exportPerson(services, name)) parts.push(part)
    return parts
      .join('')
      .trimEnd()
      .split('\n')
      .map((line): { table?: string; row?: { text?: string } } => JSON.parse(line))
      .filter(({ table }) => table?.startsWith('finding_comment') || table === 'finding_mention')
      .map(({ table, row }) => [table, row?.text])
      .toSorted()
  }
  expect(await rowsOf('Ana Lyst')).toEqual([
    ['finding_comment', '@Ben, second'],
    ['finding_comment_version', '@Ben, first'],
  ])
  expect(await rowsOf('Ben')).toEqual([
    ['finding_comment', 'of Ben'],
    ['finding_mention', undefined],
  ])
})

it('a person who is deleted is in no stored message of a webhook', async () => {
  const service = await startWithReceiver()
  const { call, mint, scan, add, settle, services } = service
  const token = await mint({ name: 'ana', person: 'Ana', role: 'analyst' })
  for (const person of ['Ben', 'Cy']) await mint({ name: person, person, role: 'analyst' })
  await scan(['a'])
  const [finding] = await codeFindings(service)
  const { id } = await add(['finding.mentioned'])
  await settle()
  for (const text of ['@Ben', '@Cy'])
    await call(createComment, { path: { id: finding?.id ?? 0 }, body: { text }, token })
  await settle()
  await deletePerson(services, 'Ben')
  expect((await service.deliveries(id)).map(({ title }) => title)).toEqual([
    'Ana mentioned Cy on sqli in acme/shop',
  ])
})
