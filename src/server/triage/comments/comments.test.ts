import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import {
  createComment,
  deleteComment,
  editComment,
  listComments,
  listCommentVersions,
  listMentions,
} from '#contract/operations/comments.ts'
import { getFinding } from '#contract/operations/findings.ts'
import { markMention } from '#contract/operations/inbox.ts'
import { createToken } from '#contract/operations/tokens.ts'
import { Build } from '#server/findings/testing/build.ts'
import { deleteFindings } from '#server/findings/writes.ts'
import { startTestService } from '#server/testing/service.ts'

const minute = 60_000

/** A service with a finding, and two people who triage: Ana Lyst and Ben. */
async function started() {
  const service = await startTestService()
  const { call, mint } = service
  const ana = await mint({ name: 'ana', person: 'Ana Lyst', role: 'analyst' })
  const ben = await mint({ name: 'ben', person: 'Ben', role: 'analyst' })
  const build = new Build(service)
  const [finding = 0] = await build.add({})
  const write = (text: string, token = ana, id = finding) =>
    call(createComment, { path: { id }, body: { text }, token })
  const edit = (commentId: string, text: string, token = ana) =>
    call(editComment, { path: { id: finding, commentId }, body: { text }, token })
  const remove = (commentId: string, token = ana) =>
    call(deleteComment, { path: { id: finding, commentId }, token })
  const thread = async (token = ana, id = finding) =>
    (await call(listComments, { path: { id }, token })).body.comments
  const versions = (commentId: string, token = ana) =>
    call(listCommentVersions, { path: { id: finding, commentId }, token })
  const mentions = async (token: string) => (await call(listMentions, { token })).body.mentions
  return { ...service, build, ana, ben, finding, write, edit, remove, thread, versions, mentions }
}

describe('comments on a finding', () => {
  it('are a thread, oldest first, beside the note of the triage', async () => {
    const { write, thread, call, finding, ana, ben, clock } = await started()
    const first = await write('Is this *reachable*? @Ben')
    expect(first.status).toBe(201)
    clock.now += minute
    await write('Only from inside.', ben)
    expect(await thread()).toMatchObject([
      { author: 'Ana Lyst', own: true, text: 'Is this *reachable*? @Ben', mentions: ['Ben'], versions: 0 },
      { author: 'Ben', own: false, text: 'Only from inside.', mentions: [], edited_at: null },
    ])
    expect((await thread(ben)).map(({ own }) => own)).toEqual([false, true])
    const { body } = await call(getFinding, { path: { id: finding }, token: ana })
    expect(body.triage_comment).toBeNull()
  })

  it('are shared by the branches of a finding, and by nothing else', async () => {
    const { services, build, write, thread, ana, finding, deployment } = await started()
    const [branch = 0, other = 0] = await build.add({}, {})
    await services.change(deployment.id, 'test', async (transaction) => {
      await transaction
        .updateTable('finding')
        .set({ flaw_id: finding })
        .where('deployment_id', '=', deployment.id)
        .where('id', '=', branch)
        .execute()
      transaction.changed.findings([branch])
    })
    await write('On a branch.', ana, branch)
    await write('On main.')
    expect((await thread()).map(({ text }) => text)).toEqual(['On a branch.', 'On main.'])
    expect(await thread(ana, branch)).toEqual(await thread())
    expect(await thread(ana, other)).toEqual([])
    // A branch that goes leaves what was said.
    await services.change(deployment.id, 'test', (transaction) =>
      deleteFindings(transaction, [branch, other]),
    )
    expect((await thread()).map(({ text, finding_id }) => [text, finding_id])).toEqual([
      ['On a branch.', finding],
      ['On main.', finding],
    ])
  })

  it('are edited by their author, and keep what they said', async () => {
    const { write, edit, thread, versions, ben, clock } = await started()
    const at = new Date(clock.now).toISOString()
    const { id } = (await write('Frist')).body
    clock.now += minute
    expect((await edit(id, 'First')).body).toMatchObject({ text: 'First', own: true, versions: 1 })
    expect((await edit(id, 'First')).body.versions).toBe(1)
    const edited = new Date(clock.now).toISOString()
    clock.now += minute
    await edit(id, 'First, and @ben')
    expect(await thread(ben)).toMatchObject([
      { id, at, text: 'First, and @ben', mentions: ['Ben'], versions: 2 },
    ])
    expect((await versions(id, ben)).body.versions).toEqual([
      { text: 'Frist', at },
      { text: 'First', at: edited },
    ])
  })

  it('are not edited over what was written meanwhile, unless asked to', async () => {
    const { write, thread, call, finding, ana } = await started()
    const { id } = (await write('At home.')).body
    const edit = (text: string, versions?: number) =>
      call(editComment, {
        path: { id: finding, commentId: id },
        body: { text, ...(versions === undefined ? {} : { versions }) },
        token: ana,
      })
    expect((await edit('On the train.', 0)).status).toBe(200)
    const refused = await edit('At the office.', 0)
    expect([refused.status, Object(refused.body).detail]).toEqual([
      409,
      'This comment was edited after you began to edit it.',
    ])
    expect((await thread())[0]?.text).toBe('On the train.')
    expect((await edit('At the office.', 1)).body.versions).toBe(2)
    expect((await edit('Anywhere.')).body.versions).toBe(3)
  })

  it('are edited at most 100 times, and can be deleted then', async () => {
    const { write, edit, remove, versions } = await started()
    const { id } = (await write('0')).body
    for (let index = 1; index <= 100; index++) expect((await edit(id, String(index))).status).toBe(200)
    const refused = await edit(id, 'again')
    expect([refused.status, Object(refused.body).detail]).toEqual([
      409,
      'This comment was edited 100 times, which is the limit.',
    ])
    expect((await remove(id)).status).toBe(204)
    expect((await versions(id)).body.versions).toHaveLength(101)
  })

  it('of others cannot be edited or deleted, not even by an administrator', async () => {
    const { write, edit, remove, thread, ben, token, mint } = await started()
    const { id } = (await write('Mine.')).body
    for (const other of [ben, token]) {
      const refused = await edit(id, 'Yours.', other)
      expect([refused.status, Object(refused.body).detail]).toEqual([
        403,
        'Ana Lyst wrote this comment. Only its author can change it.',
      ])
      expect((await remove(id, other)).status).toBe(403)
    }
    expect((await thread())[0]?.text).toBe('Mine.')
    // Another token of the same person.
    const laptop = await mint({ name: 'laptop', person: 'Ana Lyst', role: 'analyst' })
    expect((await edit(id, 'Still mine.', laptop)).status).toBe(200)
  })

  describe('where an older version let a machine have the name of a person', () => {
    /** Bob's machine is called like Ana Lyst, and Eve's like another one of Bob's. */
    async function clashing() {
      const service = await started()
      const { call, mint, services } = service
      const bob = await mint({ name: 'bob', person: 'Bob', role: 'admin' })
      const eve = await mint({ name: 'eve', person: 'Eve', role: 'admin' })
      const machine = { role: 'admin', machine: true, webApiEnabled: true } as const
      const make = async (name: string, token: string) =>
        (await call(createToken, { body: { ...machine, name }, token })).body
      const robots = [await make('robot', bob), await make('robot 2', bob), await make('robot 3', eve)]
      const rename = (at: number, name: string) =>
        services.database.write((transaction) =>
          transaction
            .updateTable('token')
            .set({ name })
            .where('id', '=', Number(robots[at]?.token.id))
            .execute(),
        )
      await rename(0, 'Ana Lyst')
      await rename(1, 'CI')
      await rename(2, 'CI')
      const [impostor = '', ci = '', otherCi = ''] = robots.map(({ secret }) => secret)
      return { ...service, bob, eve, impostor, ci, otherCi }
    }

    it('cannot be changed by either, as nobody can tell whose they are', async () => {
      const { write, edit, remove, thread, versions, ana, bob, ben, impostor } = await clashing()
      for (const author of [ana, impostor]) {
        const { id } = (await write('Whose?', author)).body
        for (const token of [ana, impostor, bob]) {
          const refused = await edit(id, 'Mine.', token)
          expect([refused.status, refused.text]).toEqual([
            403,
            expect.stringContaining('Cannot tell who wrote'),
          ])
          expect((await remove(id, token)).status).toBe(403)
        }
        expect((await edit(id, 'Mine.', ben)).text).toContain('Ana Lyst wrote this comment.')
        expect((await thread(ana)).every(({ own }) => !own)).toBe(true)
        expect((await versions(id, ana)).status).toBe(200)
      }
    })

    it('are no reason to change those of whoever created the machine', async () => {
      const { write, edit, ana, bob } = await clashing()
      const { id } = (await write('Bob’s.', bob)).body
      expect((await edit(id, 'Ana’s.', ana)).status).toBe(403)
      expect((await edit(id, 'Bob’s, changed.', bob)).status).toBe(200)
    })

    it('nor are those of machines of two people with one name', async () => {
      const { write, edit, bob, eve, ci, otherCi } = await clashing()
      const { id } = (await write('CI', ci)).body
      for (const token of [bob, eve, ci, otherCi])
        expect((await edit(id, 'Changed.', token)).text).toContain('Cannot tell who wrote')
      // What they created themselves is told apart by the ids of their tokens.
      const { id: other } = (await write('Bob’s.', bob)).body
      expect((await edit(other, 'By his machine.', ci)).status).toBe(200)
      expect((await edit(other, 'By hers.', otherCi)).status).toBe(403)
    })

    it('are seen by the person whom they mention alone', async () => {
      const { write, mentions, call, ana, ben, impostor } = await clashing()
      await write('Look, @Ana Lyst', ben)
      const [mention] = await mentions(ana)
      const see = (token: string) =>
        call(markMention, { path: { id: mention?.id ?? '' }, body: { seen: true }, token })
      expect((await see(impostor)).status).toBe(403)
      expect((await see(ana)).status).toBeLessThan(300)
    })
  })

  it('that were deleted stay without their text, which the author and administrators can read', async () => {
    const { write, edit, remove, thread, versions, mentions, ben, token, clock } = await started()
    const { id } = (await write('The key is hunter2, @Ben')).body
    await edit(id, 'The key is in the vault, @Ben')
    clock.now += minute
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(204)
    expect(await thread(ben)).toMatchObject([
      {
        id,
        author: 'Ana Lyst',
        text: '',
        mentions: [],
        deleted_at: new Date(clock.now).toISOString(),
        versions: 2,
      },
    ])
    expect(await mentions(ben)).toEqual([])
    expect((await edit(id, 'Back.')).status).toBe(409)
    expect((await versions(id, ben)).status).toBe(403)
    for (const allowed of [undefined, token])
      expect((await versions(id, allowed)).body.versions.map(({ text }) => text)).toEqual([
        'The key is hunter2, @Ben',
        'The key is in the vault, @Ben',
      ])
  })

  it('need the right to triage', async () => {
    const { write, call, mint, finding } = await started()
    const viewer = await mint({ name: 'vi', person: 'Vi', role: 'viewer' })
    expect((await write('Hello', viewer)).status).toBe(403)
    expect((await call(listComments, { path: { id: finding }, token: viewer })).status).toBe(200)
  })

  it.each([
    ['no text', '', 400],
    ['a blank text', ' \n', 400],
    ['an invisible text', '\u200b\u2060\u00a0\u202e', 400],
    ['more than 5,000 characters', 'x'.repeat(5001), 400],
    ['a null character', 'a\u0000b', 400],
    ['5,000 characters', 'x'.repeat(5000), 201],
    ['a hostile text', '<script>alert(1)</script> \u202e @ @@ ``` \ud83d\ude00', 201],
  ])('with %s are refused or kept as they are', async (_, text, status) => {
    const { write, thread } = await started()
    expect((await write(text)).status).toBe(status)
    expect((await thread()).map((one) => one.text)).toEqual(status === 201 ? [text] : [])
  })

  it('are at most 500 in a thread', async () => {
    const { write, services, deployment, finding } = await started()
    await services.change(deployment.id, 'test', async (transaction) => {
      await transaction
        .insertInto('finding_comment')
        .values(
          Array.from({ length: 500 }, (_, at) => ({
            deployment_id: deployment.id,
            id: 1000 + at,
            finding_id: finding,
            author: 'Ben',
            text: 'x',
            at,
            edited_at: null,
            deleted_at: null,
          })),
        )
        .execute()
    })
    const refused = await write('One more')
    expect([refused.status, Object(refused.body).detail]).toEqual([
      409,
      'This finding has 500 comments, which is the limit.',
    ])
  })

  it('are in the audit log, without their text', async () => {
    const { write, edit, remove, call, finding } = await started()
    const { id } = (await write('Secret thoughts')).body
    await edit(id, 'Others')
    await remove(id)
    const { body, text } = await call(listAudit, { query: { actor: 'Ana Lyst' } })
    expect(body.events.map(({ action, target }) => [action, target])).toEqual([
      ['finding.comment_deleted', String(finding)],
      ['finding.comment_edited', String(finding)],
      ['finding.commented', String(finding)],
    ])
    expect(text).not.toContain('thoughts')
    const { finding: named, issue_type: type } = Object(body.events[0]?.detail)
    expect([named.id, type]).toEqual([finding, 'sast'])
    const found = await call(listAudit, { query: { target: named.rule.toUpperCase() } })
    expect(found.body.events).toHaveLength(3)
  })
})

describe('people whom a comment mentions', () => {
  it('find it, newest first, once however often it is edited', async () => {
    const { write, edit, mentions, ben, ana, call } = await started()
    const { id } = (await write('@Ben and @Nobody, not `@Tess Ter`, nor me: @Ana Lyst')).body
    await write('@Ben again')
    await edit(id, 'Hello @Ben')
    const found = await mentions(ben)
    expect(found.map(({ comment }) => comment.text)).toEqual(['@Ben again', 'Hello @Ben'])
    expect(await mentions(ana)).toEqual([])
    const rest = await call(listMentions, { query: { before: found[0]?.id ?? '', limit: 1 }, token: ben })
    expect(rest.body.mentions.map(({ comment }) => comment.id)).toEqual([id])
    await edit(id, 'Hello')
    expect((await mentions(ben)).map(({ comment }) => comment.text)).toEqual(['@Ben again'])
  })

  it('are people of the deployment only, and at most 50', async () => {
    const { write, mint, addDeployment } = await started()
    const other = await addDeployment('other')
    await mint({ name: 'eve', person: 'Eve', role: 'admin', deploymentId: other })
    expect((await write('@Eve')).body.mentions).toEqual([])
    const names = Array.from({ length: 51 }, (_, at) => `Person ${at}`)
    for (const name of names) await mint({ name: `token of ${name}`, person: name, role: 'viewer' })
    const all = names.map((name) => `@${name}`).join(', ')
    expect((await write(all)).status).toBe(400)
    expect((await write(all.replace('@Person 50', ''))).body.mentions).toHaveLength(50)
  })
})
