import { describe, expect, it } from 'vitest'
import { createComment } from '#contract/operations/comments.ts'
import { listActivity } from '#contract/operations/overview.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { createTriageJob, undoTriage } from '#contract/operations/triage.ts'
import { twoPeople } from '#server/triage/approvals/testing/two-people.ts'

const people = async () => {
  const service = await twoPeople({ required: false })
  const admin = await service.mint({ name: 'ada', person: 'Ada', role: 'admin' })
  const reader = await service.mint({ name: 'rex', person: 'Rex', role: 'viewer' })
  const entries = async (token: string, query: Record<string, number> = {}) => {
    const { status, body } = await service.call(listActivity, { token, query })
    expect(status).toBe(200)
    return body.entries
  }
  return { ...service, admin, reader, entries }
}

describe('the recent activity', () => {
  it('has each act once, newest first, with who did it and the finding', async () => {
    const { build, ana, decide, call, reader, entries, clock } = await people()
    const ids = await build.add({}, {}, {})
    const [first = 0] = ids
    const { body } = await decide({ issue_ids: ids, new_triage_state: 'reviewing' })
    clock.now += 1000
    await call(createComment, { path: { id: first }, body: { text: 'Looking.' }, token: ana })
    clock.now += 1000
    await call(undoTriage, { path: { change_id: body.change_id ?? '' }, token: ana })
    const [undone, commented, triaged, ...more] = await entries(reader)
    expect(more).toEqual([])
    expect(undone).toMatchObject({ kind: 'triage_undone', who: 'Ana', count: 3 })
    expect(commented).toMatchObject({ kind: 'commented', who: 'Ana', finding: { id: first } })
    expect(triaged).toMatchObject({
      ...{ kind: 'triaged', who: 'Ana', count: 3, state: 'reviewing', issue_type: 'sast' },
      finding: { id: ids.at(-1) },
    })
    expect(await entries(reader, { limit: 1 })).toEqual([undone])
  })

  it('counts a finding once, on however many branches', async () => {
    const { build, decide, reader, entries } = await people()
    const [id = 0] = await build.add(
      { key: 'a', ref: 'refs/heads/main' },
      { key: 'a', ref: 'refs/heads/next' },
    )
    await decide({ issue_ids: [id], new_triage_state: 'fixing' })
    expect(await entries(reader)).toMatchObject([{ kind: 'triaged', count: 1, finding: { id } }])
  })

  it('tells to whom findings were assigned, and that they were unassigned', async () => {
    const { build, decide, reader, entries, clock } = await people()
    const ids = await build.add({}, {})
    await decide({ issue_ids: ids, new_owner: 'person:Max' })
    clock.now += 1000
    await decide({ issue_ids: ids, new_owner: null })
    clock.now += 1000
    await decide({ issue_ids: ids, new_owner: 'person:Max', new_triage_state: 'fixing' })
    expect(await entries(reader)).toMatchObject([
      { kind: 'triaged', state: 'fixing', target: null },
      { kind: 'assigned', count: 2, state: null, target: null },
      { kind: 'assigned', count: 2, state: null, target: 'person:Max' },
    ])
  })

  it('tells to whom a job assigned findings', async () => {
    const { build, ana, call, reader, entries } = await people()
    await build.add({}, {})
    const body = { issue_type: 'sast', new_owner: 'person:Max', expected_count: 2 }
    expect((await call(createTriageJob, { body, token: ana })).status).toBe(202)
    expect(await entries(reader)).toMatchObject([
      { kind: 'assigned', count: 2, issue_type: 'sast', finding: null, target: 'person:Max' },
    ])
  })

  it('has triage in bulk as one entry', async () => {
    const { build, ana, call, reader, entries } = await people()
    await build.add({}, {}, {}, {})
    const { status } = await call(createTriageJob, {
      body: {
        issue_type: 'sast',
        new_triage_state: 'ignored',
        new_triage_reason: 'no_time',
        expected_count: 4,
      },
      token: ana,
    })
    expect(status).toBe(202)
    expect(await entries(reader)).toMatchObject([
      { kind: 'triaged', count: 4, state: 'ignored', finding: null, who: 'Ana' },
    ])
  })

  it('tells of requests, and of answers to them', async () => {
    const { build, require, ignore, approve, reader, entries, clock } = await people()
    await require(true)
    const [id = 0] = await build.add({ severity: 'critical' })
    const { body } = await ignore([id])
    clock.now += 1000
    await approve(body.approval_id)
    const found = await entries(reader)
    expect(found.map(({ kind, who }) => [kind, who])).toContainEqual(['approved', 'Max'])
    expect(found.map(({ kind, who }) => [kind, who])).toContainEqual(['requested', 'Ana'])
  })

  it('tells of settings only those who may see the audit log', async () => {
    const { call, admin, reader, max, entries } = await people()
    await call(updateSettings, { body: { timeZone: 'Europe/Berlin' }, token: admin })
    expect(await entries(admin)).toMatchObject([{ kind: 'settings_changed', target: 'timeZone', who: 'Ada' }])
    expect(await entries(max)).toEqual([])
    expect(await entries(reader)).toEqual([])
  })

  it('names no finding that is not in lists any more', async () => {
    const { build, decide, services, deployment, reader, entries } = await people()
    const [id = 0] = await build.add({})
    await decide({ issue_ids: [id], new_triage_state: 'reviewing' })
    await services.change(deployment.id, 'Tess Ter', async (transaction) => {
      await transaction
        .updateTable('finding')
        .set({ removed: 1 })
        .where('deployment_id', '=', deployment.id)
        .where('id', '=', id)
        .execute()
      transaction.changed.findings([id])
    })
    expect(await entries(reader)).toMatchObject([{ kind: 'triaged', finding: null, count: 1 }])
  })
})
