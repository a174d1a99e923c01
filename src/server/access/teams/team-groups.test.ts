import { expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { listInbox } from '#contract/operations/inbox.ts'
import { createTeam, listTeams, patchTeam } from '#contract/operations/owners.ts'
import { listPeople, patchPerson } from '#contract/operations/people.ts'
import { triage } from '#contract/operations/triage.ts'
import { createWebhook } from '#contract/operations/webhooks.ts'
import { Build } from '#server/findings/testing/build.ts'
import { startReceiver } from '#server/notifications/testing/receiver.ts'
import { type Browser, startWithProvider } from '#server/testing/provider/sign-in.ts'

/** A team of the group `shop`, with a finding; Bob is in that group, Ann administers. */
async function started() {
  const at = await startWithProvider()
  const { service, open } = at
  const ann = open()
  expect((await ann.signIn('Ann')).status).toBe(200)
  const made = await ann.call(createTeam, { body: { name: 'Payments', groups: [' shop ', 'payments'] } })
  const build = new Build(service)
  const [finding = 0] = await build.add({ owner: 'team:Payments' })
  const team = async () => (await ann.call(listTeams)).body.teams[0]
  const events = async () => {
    const { body } = await ann.call(listAudit)
    return body.events
      .filter(({ action }) => action.startsWith('team.'))
      .map(({ action, actor, detail }) => [action, actor, detail])
      .toReversed()
  }
  return { ...at, ann, build, finding, id: made.body.team.id, team, events }
}

const assigned = async (browser: Browser) => {
  const { body } = await browser.call(listFindings, { query: 'issue_type=sast&owner=me' })
  return ('sastFindings' in body ? (body.sastFindings?.findings ?? []) : []).map(({ id }) => id)
}
const inbox = async (browser: Browser) => (await browser.call(listInbox)).body.items.length

it('has who signs in with one of its groups, until they sign in without it', async () => {
  const { open, add, finding, team, events } = await started()
  const bob = open()
  await bob.signIn('Bob')
  expect([await assigned(bob), await inbox(bob)]).toEqual([[finding], 1])
  expect(await team()).toMatchObject({
    members: [],
    groups: ['payments', 'shop'],
    groupMembers: [{ name: 'Bob', groups: ['shop'] }],
    groupMemberCount: 1,
  })
  add('Bob', ['auditors'])
  await open().signIn('Bob')
  // The session of the other browser is that of the same person.
  expect([await assigned(bob), await inbox(bob)]).toEqual([[], 0])
  expect(await team()).toMatchObject({ groupMembers: [], groupMemberCount: 0 })
  add('Bob', ['payments', 'shop'])
  await open().signIn('Bob')
  expect((await team())?.groupMembers).toEqual([{ name: 'Bob', groups: ['payments', 'shop'] }])
  // A refused sign-in ends it too.
  add('Bob', [])
  expect((await open().signIn('Bob')).status).toBe(403)
  expect((await team())?.groupMembers).toEqual([])
  const shop = { id: '2', person: 'Bob', group: 'shop' }
  expect((await events()).slice(0, 3)).toEqual([
    [
      'team.created',
      'Ann',
      expect.objectContaining({ groups: ['shop', 'payments'], members: [], handles: [] }),
    ],
    ['team.member_joined', 'Bob', shop],
    ['team.member_left', 'Bob', shop],
  ])
})

it('keeps members who were set by hand, whatever their groups are', async () => {
  const { open, add, ann, id, team, finding, events } = await started()
  const bob = open()
  await bob.signIn('Bob')
  await ann.call(patchTeam, { path: { id }, body: { members: ['Bob'] } })
  add('Bob', ['auditors'])
  await bob.signIn('Bob')
  expect(await assigned(bob)).toEqual([finding])
  expect(await team()).toMatchObject({ members: ['Bob'], groupMembers: [], groups: ['payments', 'shop'] })
  add('Bob', ['shop'])
  await bob.signIn('Bob')
  // Removing the group ends what it gave at once, and leaves the other.
  await ann.call(patchTeam, { path: { id }, body: { groups: ['payments', 'audit'] } })
  expect(await team()).toMatchObject({ members: ['Bob'], groupMembers: [], groups: ['audit', 'payments'] })
  await ann.call(patchTeam, { path: { id }, body: { members: [] } })
  expect(await assigned(bob)).toEqual([])
  const changes = (await events()).filter(([action]) => action === 'team.changed')
  expect(changes[1]?.[2]).toEqual({
    id,
    groups: ['payments', 'audit'],
    groupsAdded: ['audit'],
    groupsRemoved: ['shop'],
  })
})

it('has nobody of a deployment in which they have no role, and no disabled person', async () => {
  const { service, open, ann, team } = await started()
  await service.addDeployment('other')
  const other = { deploymentId: 'other' }
  await ann.call(createTeam, { path: other, body: { name: 'Others', groups: ['shop', 'security'] } })
  await open().signIn('Bob')
  await open().signIn('Ann')
  const { teams, singleSignOn } = (await ann.call(listTeams, { path: other })).body
  expect([singleSignOn, teams[0]?.groupMembers]).toEqual([true, [{ name: 'Ann', groups: ['security'] }]])
  const { people } = (await ann.call(listPeople)).body
  const path = { id: people.find(({ name }) => name === 'Bob')?.id ?? '' }
  await ann.call(patchPerson, { path, body: { name: 'Robert' } })
  expect((await team())?.groupMembers).toEqual([{ name: 'Robert', groups: ['shop'] }])
  await ann.call(patchPerson, { path, body: { disabled: true } })
  expect(await team()).toMatchObject({ groupMembers: [], groupMemberCount: 0 })
})

it('tells a subscription of a member what the team owns', async () => {
  const { service, open, ann, build } = await started()
  service.services.config.webhookAddresses.push('127.0.0.1')
  const receiver = await startReceiver()
  await open().signIn('Bob')
  const [theirs = 0, others = 0] = await build.add({ owner: 'team:Payments', rule: 'a' }, { rule: 'b' })
  const body = { name: 'Bob', url: receiver.url, events: ['finding.triaged'], filter: 'owner=for:Bob' }
  expect((await ann.call(createWebhook, { body })).status).toBe(201)
  const { jobs } = service.services
  await ann.call(triage, {
    body: { issue_type: 'sast', issue_ids: [theirs, others], new_triage_state: 'reviewing' },
  })
  for (const table of ['notification_position', 'webhook'] as const) {
    jobs.wake(table)
    await jobs.settled()
  }
  expect(receiver.received.map(({ json }) => json.data['findings'])).toEqual([
    [expect.objectContaining({ rule: 'a' })],
  ])
})

it('has no groups that cannot be names, and not too many', async () => {
  const { ann, id, team } = await started()
  for (const groups of [
    [''],
    ['a\u202eb'],
    ['x'.repeat(501)],
    Array.from({ length: 51 }, (_, at) => `g${at}`),
  ])
    expect((await ann.call(patchTeam, { path: { id }, body: { groups } })).status).toBe(400)
  expect((await team())?.groups).toEqual(['payments', 'shop'])
})
