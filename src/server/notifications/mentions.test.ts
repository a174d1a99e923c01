import { expect, it } from 'vitest'
import { createComment, editComment } from '#contract/operations/comments.ts'
import { codeFindings } from '#server/scans/testing/upload.ts'
import { startWithReceiver } from './testing/webhook-service.ts'

async function started() {
  const service = await startWithReceiver()
  const { call, mint, scan, add, settle } = service
  const ana = await mint({ name: 'ana', person: 'Ana', role: 'analyst' })
  for (const person of ['Ben', 'Cy', 'Dee', 'Eli'])
    await mint({ name: person.toLowerCase(), person, role: 'analyst' })
  await scan(['a'])
  const [finding] = await codeFindings(service)
  await add(['finding.mentioned'])
  await settle()
  const write = async (text: string) =>
    (await call(createComment, { path: { id: finding?.id ?? 0 }, body: { text }, token: ana })).body.id
  const edit = (commentId: string, text: string) =>
    call(editComment, { path: { id: finding?.id ?? 0, commentId }, body: { text }, token: ana })
  return { ...service, write, edit }
}

it('a webhook is told whom a comment names, once each, without its text', async () => {
  const { write, edit, settle, titles, receiver } = await started()
  const id = await write('@Ben, the password is hunter2')
  await write('No one here.')
  await settle()
  expect(titles()).toEqual(['Ana mentioned Ben on sqli in acme/shop'])
  const [message] = receiver.received
  expect(message?.json).toMatchObject({
    type: 'finding.mentioned',
    data: { by: 'Ana', mentioned: ['Ben'], count: 1, findings: [{ rule: 'rules.sqli' }] },
  })
  expect(message?.body).not.toContain('hunter2')
  await edit(id, '@Ben and @Cy, @Dee, @Eli')
  await settle()
  await edit(id, '@Ben and @Cy, @Dee, @Eli!')
  await settle()
  expect(titles().slice(1)).toEqual(['Ana mentioned Cy, Dee, Eli on sqli in acme/shop'])
})

it('a webhook is told of more than 50 comments at once', async () => {
  const { write, settle, titles } = await started()
  for (let index = 0; index < 51; index++) await write('@Ben')
  await settle()
  expect(titles()).toEqual(['51 comments on 1 finding mention people'])
})
