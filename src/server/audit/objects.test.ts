import { describe, expect, it } from 'vitest'
import { listAudit, listAuditFindings } from '#contract/operations/audit.ts'

import { createTeam, deleteTeam, mapHandle, patchTeam } from '#contract/operations/owners.ts'
import { deleteRef } from '#contract/operations/projects.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { Build } from '#server/findings/testing/build.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { twoPeople } from '#server/triage/approvals/testing/two-people.ts'

const eventsOf = async ({ call }: Pick<TestService, 'call'>, query: Record<string, string>) =>
  (await call(listAudit, { query })).body.events

describe('a request to ignore findings', () => {
  it('opens into its findings, as its answer does', async () => {
    const service = await twoPeople()
    const { build, ignore, approve, decline, call } = service
    const findingsOf = async (action: string) => {
      const [event] = await eventsOf(service, { action })
      const { body } = await call(listAuditFindings, { path: { eventId: event?.id ?? '' } })
      return body.findings.map(({ id, reason, note }) => ({ id, reason, note }))
    }
    const high = { severity: 'high' as const }
    const [one = 0, two = 0, other = 0] = await build.add(high, high, high)
    const { body } = await ignore([one, two])
    const asked = { reason: 'acceptable_risk', note: 'Behind the firewall.' }
    expect(await findingsOf('approval.requested')).toEqual([one, two].map((id) => ({ id, ...asked })))
    await approve(body.approval_id)
    const checked = { reason: null, note: 'Checked.' }
    expect(await findingsOf('approval.approved')).toEqual([one, two].map((id) => ({ id, ...checked })))
    await decline((await ignore([other])).body.approval_id)
    expect(await findingsOf('approval.requested')).toEqual([{ id: other, ...asked }])
    expect(await findingsOf('approval.declined')).toMatchObject([{ id: other }])
  })
})

describe('a change of owners', () => {
  it('says who came and who went, and is found by their names', async () => {
    const service = await startTestService()
    const { call, mint } = service
    for (const person of ['Ann', 'Bob']) await mint({ person, name: person, role: 'analyst' })
    const { body } = await call(createTeam, { body: { name: 'Shop', members: ['Ann'], handles: ['@shop'] } })
    await call(patchTeam, { path: { id: body.team.id }, body: { members: ['Bob'] } })
    const [changed] = await eventsOf(service, { action: 'team.changed', target: 'ann' })
    expect(changed?.detail).toMatchObject({ membersAdded: ['Bob'], membersRemoved: ['Ann'] })
    await call(mapHandle, { body: { handle: '@web', owner: 'person:Ann' } })
    await call(mapHandle, { body: { handle: '@web', owner: 'team:Shop' } })
    const [mapped] = await eventsOf(service, { action: 'owner.mapped', target: 'shop' })
    expect(mapped).toMatchObject({ target: '@web', detail: { from: 'person:Ann', to: 'team:Shop' } })
    await call(deleteTeam, { path: { id: body.team.id } })
    const [deleted] = await eventsOf(service, { action: 'team.deleted' })
    expect(deleted?.detail).toMatchObject({ membersRemoved: ['Bob'], handlesRemoved: ['@shop', '@web'] })
  })
})

describe('a search of the audit log', () => {
  it('finds a branch, and a setting by its name in the dashboard', async () => {
    const service = await startTestService()
    const { call } = service
    await new Build(service).add({ project: 'acme/shop', ref: 'refs/heads/old' })
    await call(deleteRef, { query: { repo: 'acme/shop', ref: 'refs/heads/old' } })
    expect(await eventsOf(service, { target: 'heads/old' })).toMatchObject([
      { action: 'branch.deleted', target: 'acme/shop' },
    ])
    await call(updateSettings, { body: { timeZone: 'Europe/Berlin', requireApproval: false } })
    const retention = { scans: 90, history: null, exports: null, audit: null }
    await call(updateSettings, { body: { retention } })
    expect(await eventsOf(service, { target: 'time zone' })).toMatchObject([{ target: 'timeZone' }])
    expect(await eventsOf(service, { target: 'data retention' })).toMatchObject([{ target: 'retention' }])
  })
})
