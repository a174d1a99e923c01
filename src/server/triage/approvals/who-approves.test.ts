import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { getSettings } from '#contract/operations/deployments.ts'
import { listInbox } from '#contract/operations/inbox.ts'
import { previewApprovals, updateSettings } from '#contract/operations/settings.ts'
import { createToken, patchToken } from '#contract/operations/tokens.ts'
import { startTestService } from '#server/testing/service.ts'
import { twoPeople } from './testing/two-people.ts'

describe('who may approve', () => {
  it('is another person with the scope', async () => {
    const { build, ignore, approve, decline, mint, ana } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'critical' })
    const { approval_id: request } = (await ignore([id])).body
    const bob = await mint({ name: 'bob', person: 'Bob', role: 'analyst' })
    for (const token of [ana, bob]) {
      expect((await approve(request, token)).status).toBe(403)
      expect((await decline(request, token)).status).toBe(403)
    }
    const scoped = await mint({ name: 'eve', person: 'Eve', role: null, scopes: ['findings:approve'] })
    expect((await approve(request, scoped)).status).toBe(200)
  })

  it('is not who asked, with whatever token', async () => {
    const { build, ignore, approve, decline, mint, list, call } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'critical' })
    const lead = { person: 'Lea', role: 'admin' } as const
    const first = await mint({ name: 'first', ...lead })
    const { approval_id: request } = (await ignore([id], {}, first)).body
    const another = await mint({ name: 'another', ...lead })
    const made = await call(createToken, {
      body: { name: 'robot', role: 'admin', machine: true, webApiEnabled: true },
      token: first,
    })
    expect(made.status).toBe(201)
    const robot = made.body.secret
    // A machine that her machine created.
    const second = await call(createToken, {
      body: { name: 'robot 2', role: 'admin', machine: true, webApiEnabled: true },
      token: robot,
    })
    for (const token of [first, another, robot, second.body.secret]) {
      const refused = await approve(request, token)
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('your own request')])
      expect((await decline(request, token)).status).toBe(403)
      expect(await list({}, token)).toMatchObject([{ own: true }])
    }
    expect((await approve(request)).status).toBe(200)
  })

  it('is not who created the machine that asked', async () => {
    const { build, ignore, approve, mint, call } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'critical' })
    const lead = await mint({ name: 'lea', person: 'Lea', role: 'admin' })
    const made = await call(createToken, {
      body: { name: 'robot', role: 'admin', machine: true, webApiEnabled: true },
      token: lead,
    })
    const { approval_id: request } = (await ignore([id], {}, made.body.secret)).body
    expect((await approve(request, lead)).status).toBe(403)
    expect((await approve(request)).status).toBe(200)
  })

  it('is not who created it, whatever its token and those that it created are called since', async () => {
    const { build, ignore, approve, decline, mint, call, list } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'critical' })
    const lead = await mint({ name: 'lea', person: 'Lea', role: 'admin' })
    const machine = { role: 'admin', machine: true, webApiEnabled: true } as const
    const make = async (name: string, token: string) =>
      (await call(createToken, { body: { ...machine, name }, token })).body
    const rename = (tokenId: string, name: string) =>
      call(patchToken, { path: { id: tokenId }, body: { name }, token: lead })
    const robot = await make('robot', lead)
    const second = await make('robot 2', robot.secret)
    const { approval_id: request } = (await ignore([id], {}, second.secret)).body
    // In between, another one has the name, and then a third.
    for (const name of ['harmless', 'harmless 2', 'robot 9']) {
      expect((await rename(robot.token.id, name)).status).toBe(200)
      expect((await rename(second.token.id, `${name} too`)).status).toBe(200)
      for (const token of [lead, robot.secret, second.secret]) {
        const refused = await approve(request, token)
        expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('your own request')])
        expect((await decline(request, token)).status).toBe(403)
        expect(await list({}, token)).toMatchObject([{ own: true }])
      }
    }
    expect((await approve(request)).status).toBe(200)
  })
})

describe('where an older version let a machine have the name of a person, who may approve', () => {
  it('is told apart by ids', async () => {
    const { build, ignore, approve, mint, call, ana, services } = await twoPeople()
    const add = async () => (await build.add({ severity: 'critical' }))[0] ?? 0
    const bob = await mint({ name: 'bob', person: 'Bob', role: 'admin' })
    const lead = await mint({ name: 'ana lead', person: 'Ana', role: 'manager' })
    const machine = { name: 'robot', role: 'admin', machine: true, webApiEnabled: true } as const
    const robot = (await call(createToken, { body: machine, token: bob })).body
    await services.database.write((transaction) =>
      transaction
        .updateTable('token')
        .set({ name: 'Ana' })
        .where('id', '=', Number(robot.token.id))
        .execute(),
    )
    // Bob or Ana made it: neither decides it.
    for (const author of [ana, robot.secret]) {
      const { approval_id: request } = (await ignore([await add()], {}, author)).body
      for (const token of [bob, lead]) {
        const refused = await approve(request, token)
        expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Cannot tell who made')])
      }
      expect((await approve(request)).status).toBe(200)
    }
    // Bob made it, and Ana only has the name of his machine.
    const { approval_id: request } = (await ignore([await add()], {}, bob)).body
    expect((await approve(request, lead)).status).toBe(200)
  })
})

describe('a machine', () => {
  it('decides nothing, whoever created it, and has nothing to decide', async () => {
    const { build, ignore, approve, decline, mint, call, max } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'critical' })
    const { approval_id: request } = (await ignore([id])).body
    const scopes = ['findings:approve'] as const
    for (const robot of [
      await mint({ name: 'robot', person: null, role: 'admin', createdBy: 'Max' }),
      await mint({ name: 'scoped', person: null, role: null, scopes: [...scopes], createdBy: 'Max' }),
    ]) {
      for (const refused of [await approve(request, robot), await decline(request, robot)])
        expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Only a person')])
      expect((await call(listInbox, { token: robot })).body.items).toEqual([])
    }
    expect((await call(listInbox, { token: max })).body.items).toHaveLength(1)
    expect((await approve(request)).status).toBe(200)
  })
})

describe('the setting', () => {
  it('is refused while nobody could approve', async () => {
    const { call, mint, token } = await startTestService()
    const require = (by = token) => call(updateSettings, { body: { requireApproval: true }, token: by })
    const approvers = async () => (await call(previewApprovals)).body.approvers
    await mint({ name: 'ana', person: 'Ana', role: 'analyst' })
    await mint({ name: 'robot', person: null, role: 'admin', createdBy: 'Max' })
    await mint({ name: 'old', person: 'Old', role: 'manager', expiresAt: 1 })
    expect(await approvers()).toBe(0)
    const refused = await require()
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Nobody else')])
    expect((await call(getSettings)).body).toMatchObject({ requireApproval: false })
    await mint({ name: 'max', person: 'Max', role: 'manager' })
    expect(await approvers()).toBe(1)
    expect((await require()).status).toBe(200)
    const { events } = (await call(listAudit, { query: { action: 'settings.changed' } })).body
    expect(events[0]).toMatchObject({ target: 'requireApproval', detail: { from: false, to: true } })
  })

  it('tells what is ignored without an approval, which stays so', async () => {
    const { build, call, ignore, require, read, approve, ana, token } = await twoPeople({ required: false })
    const [critical = 0, high = 0] = await build.add(
      { severity: 'critical' },
      { severity: 'high' },
      { severity: 'low' },
    )
    await ignore([critical])
    await build.add(
      { type: 'sca', severity: 'high', triage: 'ignored' },
      { severity: 'low', triage: 'ignored' },
    )
    const preview = await call(previewApprovals)
    expect(preview.body).toEqual({
      ignored: {
        sast: { critical: 1, high: 0 },
        sca: { critical: 0, high: 1 },
        secrets: { critical: 0, high: 0 },
      },
      approvers: 1,
    })
    expect((await call(previewApprovals, { token: ana })).status).toBe(403)
    await require(true)
    expect(await read(critical)).toMatchObject({ status: 'ignored' })
    await approve((await ignore([high])).body.approval_id)
    expect((await call(previewApprovals, { token })).body.ignored.sast).toEqual({ critical: 1, high: 0 })
  })

  it('turned off lets everybody ignore, and leaves requests to be decided', async () => {
    const { build, ignore, require, read, list, approve } = await twoPeople()
    const [id = 0, other = 0] = await build.add({ severity: 'critical' }, { severity: 'high' })
    const { approval_id: request } = (await ignore([id])).body
    await require(false)
    expect((await ignore([other])).body).toMatchObject({ num_triaged: 1 })
    expect(await list({ waiting: true })).toMatchObject([{ id: request }])
    await approve(request)
    expect(await read(id)).toMatchObject({ status: 'ignored' })
  })
})
