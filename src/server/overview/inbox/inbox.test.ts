import { describe, expect, it } from 'vitest'
import { createComment, deleteComment, editComment } from '#contract/operations/comments.ts'
import { listInbox } from '#contract/operations/inbox.ts'
import { createTeam } from '#contract/operations/owners.ts'
import { listPolicies, setRuleMode } from '#contract/operations/policies.ts'
import { getMe } from '#contract/operations/session.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import type { Inbox, InboxItem } from '#contract/responses/inbox.ts'
import { result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { twoPeople } from '#server/triage/approvals/testing/two-people.ts'

const day = 24 * 3600_000

/** Ana, who triages, and Max, who approves and manages projects, with their inboxes. */
async function people() {
  const at = await twoPeople()
  const { call, send, deployment, ana } = at
  const inbox = async (token = ana, query: Record<string, string | number> = {}): Promise<Inbox> =>
    (await call(listInbox, { token, query })).body
  return {
    ...at,
    inbox,
    titles: async (token = ana, query: Record<string, string | number> = {}) =>
      (await inbox(token, query)).items.map(titleOf),
    /** The number beside the link to the inbox. */
    badge: async (token = ana) => {
      const { body } = await call(getMe, { token })
      return body.deployments.find(({ id }) => id === deployment.id)?.counts.inbox
    },
    see: (id: string, token = ana, seen = true) =>
      send('PUT', `/api/v1/deployments/${deployment.slug}/approvals/${id}/seen`, { token, body: { seen } }),
  }
}

/** An item in short: its reasons, and what it is about. */
const titleOf = ({ reasons, finding, approval, mention, scan }: InboxItem) =>
  `${mention ? `${mention.author} ` : ''}${reasons.join('+')}: ${finding?.path ?? scan?.project ?? `${approval?.state} ${approval?.finding?.path}`}`

describe('the inbox', () => {
  it('has what is assigned to a person or their team, of all types, and nothing else', async () => {
    const { build, call, inbox, titles, badge, ana, max } = await people()
    await build.rule('off', { mode: 'MODE_DISABLED' })
    await build.add(
      { path: 'code.ts', owner: 'person:Ana' },
      { path: 'go.sum', owner: 'person:Ana', type: 'sca', package: 'yaml', version: '1.0' },
      {
        path: '.env',
        owner: 'person:Ana',
        type: 'secrets',
        ref: 'refs/heads/next',
        key: 'k',
        secretHash: 'k',
      },
      {
        path: '.env',
        owner: 'person:Ana',
        type: 'secrets',
        ref: 'refs/heads/last',
        key: 'k',
        secretHash: 'k',
      },
      { path: 'branch.ts', owner: 'person:Ana', ref: 'refs/heads/next' },
      { path: 'fixed.ts', owner: 'person:Ana', state: 'fixed' },
      { path: 'off.ts', owner: 'person:Ana', rule: 'off' },
      { path: 'max.ts', owner: 'person:Max' },
      { path: 'nobody.ts' },
    )
    expect(await titles()).toEqual(['assigned: code.ts', 'assigned: go.sum', 'assigned: .env'])
    expect((await inbox()).counts).toEqual({
      ...{
        all: 3,
        assigned: 3,
        approval: 0,
        mentioned: 0,
        answer: 0,
        uncertain: 0,
        held_scan: 0,
        expiring: 0,
      },
    })
    expect(await badge()).toBe(3)
    await call(createTeam, { body: { name: 'Payments', members: ['Ana'], handles: [] } })
    await build.add({ path: 'team.ts', owner: 'team:Payments' })
    expect(await titles(ana, { reason: 'assigned' })).toContain('assigned: team.ts')
    expect(await titles(max)).toEqual(['assigned: max.ts'])
    expect((await inbox()).items.find(({ finding }) => finding?.path === 'go.sum')).toMatchObject({
      due_at: null,
      finding: { issue_type: 'sca', package: 'yaml 1.0', status: 'open', owner: 'person:Ana' },
    })
  })

  it('is sorted by due date across types, and the most severe first on the same day', async () => {
    const { build, call, titles, inbox } = await people()
    const days = { critical: 7, high: 30, medium: null, low: null }
    const { status } = await call(updateSettings, { body: { dueDates: { days, tags: [] } } })
    expect(status).toBe(200)
    const owner = 'person:Ana'
    await build.add(
      { path: 'low.ts', severity: 'low', owner },
      { path: 'high.ts', severity: 'high', owner, at: 0 },
      { path: 'critical-late.ts', severity: 'critical', owner, at: 25 * 24 * 60 },
      { path: 'secret', type: 'secrets', severity: 'critical', owner, at: 0 },
      { path: 'high-late', type: 'sca', severity: 'high', owner, at: 2 * 24 * 60 },
      { path: 'medium.ts', severity: 'medium', owner },
    )
    const listed = (await titles()).map((title) => title.replace('assigned: ', ''))
    const { items } = await inbox()
    const dates = items.map(({ due_at: at }) => at).filter((at) => at !== null)
    expect(dates).toEqual([...dates].sort())
    expect(items.slice(-2).map(({ due_at: at }) => at)).toEqual([null, null])
    expect(listed).toEqual(['secret', 'high.ts', 'critical-late.ts', 'high-late', 'medium.ts', 'low.ts'])
  })

  it('passes a request on to whoever can decide it, and the answer back to whoever asked', async () => {
    const { build, ignore, inbox, titles, approve, badge, see, max, mint } = await people()
    const [id = 0] = await build.add({ path: 'a.ts', severity: 'critical', owner: 'person:Ana' })
    const { body } = await ignore([id])
    // It waits for Max now, and not for Ana.
    expect(await titles()).toEqual([])
    expect(await titles(max)).toEqual(['approval: requested a.ts'])
    expect(await badge(max)).toBe(1)
    const viewer = await mint({ name: 'vic', person: 'Vic', role: 'viewer' })
    expect(await titles(viewer)).toEqual([])
    expect((await see(body.approval_id ?? '')).status).toBe(409)

    await approve(body.approval_id)
    expect(await titles(max)).toEqual([])
    expect(await titles()).toEqual(['answer: approved a.ts'])
    expect((await inbox()).items[0]?.approval).toMatchObject({ decided_by: 'Max', decision_note: 'Checked.' })
    expect(await badge()).toBe(1)

    expect((await see(body.approval_id ?? '', max)).status).toBe(403)
    expect((await see('99')).status).toBe(404)
    expect((await see(body.approval_id ?? '')).status).toBe(204)
    expect(await titles()).toEqual([])
    expect(await badge()).toBe(0)
    await see(body.approval_id ?? '', undefined, false)
    expect(await titles()).toEqual(['answer: approved a.ts'])
  })

  it('shows a declined request with its finding, which is the owner’s again', async () => {
    const { build, ignore, decline, titles, clock } = await people()
    const [id = 0] = await build.add({ path: 'a.ts', severity: 'high', owner: 'person:Ana' })
    const { body } = await ignore([id])
    await decline(body.approval_id)
    expect(await titles()).toEqual(['answer: declined a.ts', 'assigned: a.ts'])
    clock.now += 91 * day
    expect(await titles()).toEqual(['assigned: a.ts'])
  })

  it('has comments that mention a person until they have seen them, and for nobody else', async () => {
    const { build, call, send, deployment, inbox, titles, badge, clock, mint, ana, max } = await people()
    const [id = 0] = await build.add({ path: 'a.ts', ref: 'refs/heads/next', state: 'fixed' })
    const write = async (text: string, token: string) =>
      (await call(createComment, { path: { id }, body: { text }, token })).body.id
    const see = (mention: string, token: string, seen = true) =>
      send('PUT', `/api/v1/deployments/${deployment.slug}/mentions/${mention}/seen`, {
        token,
        body: { seen },
      })
    const tess = await mint({ name: 'tess', person: 'Tess', role: 'analyst' })
    const comment = await write(`@Ana is this reachable? ${'x'.repeat(600)}`, tess)
    expect(await titles()).toEqual(['Tess mentioned: a.ts'])
    expect(await titles(max)).toEqual([])
    expect(await badge()).toBe(1)
    const { items, counts } = await inbox(ana, { reason: 'mentioned' })
    expect(counts).toMatchObject({ all: 1, mentioned: 1 })
    const mention = items[0]?.mention
    expect(items).toMatchObject([{ due_at: null, finding: { id, status: 'fixed' }, mention: { comment } }])
    expect(mention?.text).toBe(`@Ana is this reachable? ${'x'.repeat(476)}`)

    const mentionId = mention?.id ?? ''
    expect((await see(mentionId, max)).status).toBe(403)
    expect((await see('99', ana)).status).toBe(404)
    expect((await see(mentionId, ana)).status).toBe(204)
    expect(await titles()).toEqual([])
    expect(await badge()).toBe(0)
    // An edit tells nobody twice, but whom it names anew.
    await call(editComment, { path: { id, commentId: comment }, body: { text: '@Ana @Max?' }, token: tess })
    expect([await titles(), await titles(max)]).toEqual([[], ['Tess mentioned: a.ts']])
    await see(mentionId, ana, false)
    expect(await titles()).toEqual(['Tess mentioned: a.ts'])
    await call(deleteComment, { path: { id, commentId: comment }, token: tess })
    expect([await titles(), await titles(max)]).toEqual([[], []])

    // Viewers are mentioned, too; what nobody saw leaves after 90 days.
    const viewer = await mint({ name: 'vic', person: 'Vic', role: 'viewer' })
    await write('@Vic', tess)
    expect(await titles(viewer)).toEqual(['Tess mentioned: a.ts'])
    clock.now += 91 * day
    expect(await titles(viewer)).toEqual([])
  })

  it('has neither requests nor mentions for findings of disabled rules', async () => {
    const { build, call, ignore, titles, ana, max } = await people()
    await build.rule('off', {})
    const [id = 0] = await build.add({ path: 'off.ts', rule: 'off', severity: 'critical' })
    await call(createComment, { path: { id }, body: { text: '@Max' }, token: ana })
    await ignore([id])
    expect(await titles(max)).toEqual(['approval: requested off.ts', 'Ana mentioned: off.ts'])
    const [code] = (await call(listPolicies)).body.policies
    const path = { policyId: code?.id ?? '' }
    const body = { rulePath: 'off', policyMode: 'MODE_DISABLED' }
    expect((await call(setRuleMode, { path, body })).status).toBe(200)
    expect(await titles(max)).toEqual([])
  })

  it('has an answer anew when an approved request was undone and approved again', async () => {
    const { build, ignore, approve, see, titles, list, call, ana, read } = await people()
    const [id = 0] = await build.add({ path: 'a.ts', severity: 'high' })
    const { body } = await ignore([id])
    await approve(body.approval_id)
    await see(body.approval_id ?? '')
    const changeId = (await read(id)).history.findLast((entry) => entry.change_id)?.change_id
    await call(undoTriage, { path: { change_id: changeId ?? '' }, token: ana })
    expect(await list({ waiting: true })).toHaveLength(1)
    expect(await titles()).toEqual([])
    await approve(body.approval_id)
    expect(await titles()).toEqual(['answer: approved a.ts'])
  })

  it('has uncertain matches of what is a person’s own or nobody’s, for people who triage', async () => {
    const { build, titles, mint } = await people()
    await build.add(
      { path: 'mine.ts', uncertain: true, owner: 'person:Ana' },
      { path: 'nobody.ts', uncertain: true, severity: 'low' },
      { path: 'max.ts', uncertain: true, owner: 'person:Max' },
    )
    expect(await titles()).toEqual(['assigned+uncertain: mine.ts', 'uncertain: nobody.ts'])
    const viewer = await mint({ name: 'vic', person: 'Vic', role: 'viewer' })
    expect(await titles(viewer)).toEqual([])
  })

  it('has ignores that end within seven days, for their owner and whoever ignored them', async () => {
    const { build, titles, inbox, clock, max, decide } = await people()
    const [mine = 0, other = 0, later = 0] = await build.add(
      { path: 'mine.ts', severity: 'low' },
      { path: 'owned-by-max.ts', severity: 'medium', owner: 'person:Max' },
      { path: 'later.ts', severity: 'low' },
    )
    const until = (days: number) => new Date(clock.now + days * day).toISOString()
    const ignoreUntil = (id: number, days: number) =>
      decide({ issue_ids: [id], new_triage_state: 'ignored', new_ignored_until: until(days) })
    for (const [id, days] of [
      [mine, 5],
      [other, 3],
      [later, 12],
    ] as const)
      expect((await ignoreUntil(id, days)).status).toBe(200)
    expect(await titles()).toEqual(['expiring: owned-by-max.ts', 'expiring: mine.ts'])
    expect((await inbox()).items[0]?.due_at).toBe(until(3))
    expect(await titles(max)).toEqual(['expiring: owned-by-max.ts'])
    clock.now += 6 * day
    expect(await titles()).toContain('expiring: later.ts')
  })

  it('keeps an ignore with whoever decided it when somebody else adds a note', async () => {
    const { build, titles, clock, token, ana, decide } = await people()
    const [id = 0] = await build.add({ path: 'mine.ts' })
    const new_ignored_until = new Date(clock.now + 5 * day).toISOString()
    await decide({ issue_ids: [id], new_triage_state: 'ignored', new_ignored_until })
    expect((await decide({ issue_ids: [id], new_note: 'Seen.' }, token)).status).toBe(200)
    expect(await titles(token)).toEqual([])
    expect(await titles(ana)).toEqual(['expiring: mine.ts'])
  })

  it('has held scans for people who can apply them', async () => {
    const at = await people()
    const results = Array.from({ length: 6 }, (_, index) =>
      result('xss', `src/${index}.py`, `render(a${index})`, 10),
    )
    await upload(at, semgrep(results))
    at.clock.now += 60_000
    const { body } = await upload(at, semgrep([]), { commit: 'b2' })
    expect(await at.titles(at.max)).toEqual(['held_scan: acme/shop'])
    expect(await at.titles()).toEqual([])
    const [item] = (await at.inbox(at.max)).items
    expect(item).toMatchObject({
      due_at: body.hold?.expires_at,
      scan: { id: body.id, hold: { would_fix: 6 } },
    })
    await upload(at, semgrep(results), { commit: 'c3' })
    expect(await at.titles(at.max)).toEqual([])
  })

  it('lists each reason with exactly the number that it counts, page by page', async () => {
    const { build, inbox, call, ana } = await people()
    const ids = await build.add(
      ...Array.from({ length: 7 }, (_, index) => ({
        path: `${index}.ts`,
        owner: 'person:Ana',
        uncertain: index % 3 === 0,
      })),
    )
    const { counts } = await inbox()
    expect(counts).toMatchObject({ all: 7, assigned: 7, uncertain: 3 })
    expect((await inbox(ana, { reason: 'uncertain' })).items).toHaveLength(counts.uncertain)
    const first = await inbox(ana, { limit: 3 })
    // What was decided meanwhile leaves the list, and the next page begins after the last item shown.
    await call(triage, {
      token: ana,
      body: {
        issue_type: 'sast',
        issue_ids: first.items.map((item) => item.finding?.id),
        new_triage_state: 'ignored',
        new_triage_reason: 'false_positive',
        new_note: 'No.',
      },
    })
    const second = await inbox(ana, { limit: 3, after: first.next ?? 0 })
    const third = await inbox(ana, { limit: 3, after: second.next ?? 0 })
    const listed = [first, second, third].flatMap(({ items }) => items.map((item) => item.finding?.id))
    expect(listed.sort()).toEqual([...ids].sort())
    expect(third.next).toBeNull()
    expect((await call(listInbox, { query: { reason: 'mine' } })).status).toBe(400)
  })
})
