import { describe, expect, it } from 'vitest'
import { listApprovals } from '#contract/operations/approvals.ts'
import { listAudit } from '#contract/operations/audit.ts'
import { exportFindings } from '#contract/operations/export.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { createTriageJob, getJob, listTriageChanges, undoTriage } from '#contract/operations/triage.ts'
import { twoPeople } from './testing/two-people.ts'

const day = 24 * 3600_000

describe('ignoring a critical or high finding', () => {
  it('is a request, until which the finding stays open', async () => {
    const { build, ignore, read, list, call } = await twoPeople()
    const [critical = 0, high = 0, medium = 0] = await build.add(
      { severity: 'critical' },
      { severity: 'high' },
      { severity: 'medium' },
    )
    const { status, body } = await ignore([critical, high, medium])
    expect(status).toBe(200)
    expect(body).toMatchObject({ num_triaged: 1, triaged_issues: [medium] })
    expect([...(body.requested_issues ?? [])].sort()).toEqual([critical, high].sort())
    expect(await read(medium)).toMatchObject({ status: 'ignored' })
    const finding = await read(critical)
    expect(finding).toMatchObject({
      status: 'open',
      triage_state: 'untriaged',
      ignore_request: body.approval_id,
    })
    expect(finding.history.at(-1)).toMatchObject({
      what: 'ignore_requested',
      who: 'Ana',
      reason: 'acceptable_risk',
      note: 'Behind the firewall.',
    })
    expect(await list({ waiting: true })).toMatchObject([
      {
        id: body.approval_id,
        state: 'requested',
        count: 2,
        severity: 'critical',
        reason: 'acceptable_risk',
        note: 'Behind the firewall.',
        requested_by: 'Ana',
        own: false,
        decided_by: null,
      },
    ])
    const listed = await call(listFindings, { query: { ignore_requested: true, status: 'open' } })
    const ids = listed.body.sastFindings?.findings.map(({ id }) => id)
    expect(ids?.sort()).toEqual([critical, high].sort())
    const csv = await call(exportFindings, {
      query: { columns: 'id,status,ignore_requested', sort: 'severity' },
    })
    expect(csv.text).toContain(`${critical},open,true`)
    expect(csv.text).toContain(`${medium},ignored,\r`)
  })

  it('is listed page by page, newest first, without gaps while others are decided', async () => {
    const { build, ignore, approve, page, call } = await twoPeople()
    const ids = await build.add(...Array.from({ length: 5 }, () => ({ severity: 'high' as const })))
    const requested: string[] = []
    for (const id of ids) requested.unshift((await ignore([id])).body.approval_id ?? '')
    const first = await page({ waiting: true, limit: 2 })
    expect(first.approvals.map(({ id }) => id)).toEqual(requested.slice(0, 2))
    await approve(requested[0])
    const second = await page({ waiting: true, limit: 2, cursor: first.cursor })
    expect(second.approvals.map(({ id }) => id)).toEqual(requested.slice(2, 4))
    const last = await page({ waiting: true, limit: 2, cursor: second.cursor })
    expect(last.approvals.map(({ id }) => id)).toEqual(requested.slice(4))
    expect(last.cursor).toBe('')
    expect((await page({ waiting: true, limit: 4 })).cursor).toBe('')
    for (const cursor of ['x', '-1', '99999999999999999999'])
      expect((await call(listApprovals, { query: { cursor } })).status).toBe(400)
  })

  it('needs a reason and a note', async () => {
    const { build, ignore, list } = await twoPeople()
    const [id = 0, low = 0] = await build.add({ severity: 'critical' }, { severity: 'low' })
    const refused = await ignore([id], { new_triage_reason: undefined, new_note: ' ' })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      errors: [{ pointer: '/new_triage_reason' }, { pointer: '/new_note' }],
    })
    expect((await ignore([id], { new_triage_reason: 'no_triage_reason' })).status).toBe(400)
    expect((await ignore([low], { new_triage_reason: undefined, new_note: undefined })).status).toBe(200)
    expect(await list()).toEqual([])
  })

  it('is done once another person approves it', async () => {
    const { build, ignore, approve, read, list, clock } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'high' })
    const until = new Date(clock.now + 30 * day).toISOString()
    const { body } = await ignore([id], { new_ignored_until: until })
    const approved = await approve(body.approval_id)
    expect(approved.body).toMatchObject({ state: 'approved', decided_by: 'Max', decision_note: 'Checked.' })
    const finding = await read(id)
    expect(finding).toMatchObject({
      status: 'ignored',
      triage_reason: 'acceptable_risk',
      triage_comment: 'Behind the firewall.',
      ignored_until: until,
    })
    expect(finding).not.toHaveProperty('ignore_request')
    expect(finding.history.slice(-3)).toMatchObject([
      { what: 'ignore_requested', who: 'Ana' },
      { what: 'ignore_approved', who: 'Max', note: 'Checked.' },
      { what: 'triaged', who: 'Max', to: 'ignored', note: 'Behind the firewall.' },
    ])
    expect(await list({ waiting: true })).toEqual([])
    expect(await list({ waiting: false })).toMatchObject([{ state: 'approved', count: 1 }])
    const again = await approve(body.approval_id)
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('Max has already approved')])
  })

  it('is declined with a reason, after which the finding is as before', async () => {
    const { build, ignore, decline, approve, read, list, call } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'high' })
    const { body } = await ignore([id])
    expect((await decline(body.approval_id, undefined, '  ')).status).toBe(400)
    expect((await decline(body.approval_id)).body).toMatchObject({
      state: 'declined',
      decision_note: 'Fix it.',
    })
    const finding = await read(id)
    expect(finding).toMatchObject({ status: 'open', triage_state: 'untriaged', triage_comment: null })
    expect(finding).not.toHaveProperty('ignore_request')
    expect(finding.history.at(-1)).toMatchObject({ what: 'ignore_declined', who: 'Max', note: 'Fix it.' })
    expect((await approve(body.approval_id)).status).toBe(409)
    expect(await list()).toMatchObject([{ state: 'declined', count: 1 }])
    const { events } = (await call(listAudit)).body
    expect(events.slice(0, 2)).toMatchObject([
      { action: 'approval.declined', actor: 'Max', detail: { count: 1, by: 'Ana', note: 'Fix it.' } },
      { action: 'approval.requested', actor: 'Ana', detail: { count: 1, reason: 'acceptable_risk' } },
    ])
  })

  it('can be withdrawn: by undoing it, or by another decision', async () => {
    const { build, ignore, decide, call, ana, list, approve, read } = await twoPeople()
    const [id = 0, other = 0] = await build.add({ severity: 'high' }, { severity: 'high' })
    const first = (await ignore([id])).body
    const undone = await call(undoTriage, { path: { change_id: first.change_id }, token: ana })
    expect(undone.body).toMatchObject({ num_undone: 1 })
    expect(await read(id)).not.toHaveProperty('ignore_request')
    const second = (await ignore([other])).body
    await decide({ issue_ids: [other], new_triage_state: 'fixing' })
    expect(await read(other)).toMatchObject({ status: 'fixing' })
    expect(await list({ waiting: true })).toEqual([])
    expect(await list()).toMatchObject([{ state: 'withdrawn' }, { state: 'withdrawn' }])
    const late = await approve(second.approval_id)
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('No finding waits')])
  })

  it('is a request again when the approval is undone', async () => {
    const { build, ignore, approve, call, read, list, ana } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'high' })
    const { body } = await ignore([id])
    await approve(body.approval_id)
    const change = (await read(id)).history.at(-1)?.change_id ?? ''
    const undone = await call(undoTriage, { path: { change_id: change }, token: ana })
    expect(undone.body).toMatchObject({ num_undone: 1 })
    expect(await read(id)).toMatchObject({ status: 'open', ignore_request: body.approval_id })
    expect(await list({ waiting: true })).toMatchObject([{ id: body.approval_id, decided_by: null }])
    expect((await approve(body.approval_id)).status).toBe(200)
  })

  it('cannot be approved after its end', async () => {
    const { build, ignore, approve, decline, clock } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'high' })
    const until = new Date(clock.now + day).toISOString()
    const { body } = await ignore([id], { new_ignored_until: until })
    clock.now += 2 * day
    expect((await approve(body.approval_id)).status).toBe(409)
    expect((await decline(body.approval_id)).status).toBe(200)
  })
})

describe('changing how a finding is ignored', () => {
  it('needs approval for another end or reason, not for another note', async () => {
    const { build, ignore, approve, decline, decide, read } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'high' })
    await approve((await ignore([id])).body.approval_id)
    expect((await ignore([id], { new_note: 'Asked again.' })).body.num_triaged).toBe(1)
    await decide({ issue_ids: [id], new_note: 'Other words.' })
    const { body } = await ignore([id], { new_triage_reason: 'false_positive' })
    expect(await read(id)).toMatchObject({
      status: 'ignored',
      triage_reason: 'acceptable_risk',
      triage_comment: 'Other words.',
      ignore_request: body.approval_id,
    })
    await decline(body.approval_id)
    expect(await read(id)).toMatchObject({ status: 'ignored', triage_reason: 'acceptable_risk' })
  })
})

describe('a job', () => {
  it('previews what it requests, and asks with one request', async () => {
    const { build, call, ana, list, services, approve, read } = await twoPeople()
    const ids = await build.add({ severity: 'critical' }, { severity: 'high' }, { severity: 'low' })
    const body = { issue_type: 'sast', new_triage_state: 'ignored', new_triage_reason: 'no_time' } as const
    const preview = await call(createTriageJob, { query: { preview: true }, body, token: ana })
    expect(preview.body).toMatchObject({ count: 3, requested: 2 })
    const silent = await call(createTriageJob, { body: { ...body, expected_count: 3 }, token: ana })
    expect(silent.status).toBe(400)
    const told = { ...body, new_note: 'Next quarter.', expected_count: 3 }
    const made = await call(createTriageJob, { body: told, token: ana })
    expect(made.status).toBe(202)
    await services.jobs.settled()
    const id = 'id' in made.body ? made.body.id : ''
    expect((await call(getJob, { path: { id } })).body).toMatchObject({
      state: 'done',
      done: 3,
      requested: 2,
    })
    const changes = async () => (await call(listTriageChanges)).body.changes
    expect(await changes()).toMatchObject([{ job_id: id, count: 3, requested: 2 }])
    const { events } = (await call(listAudit, { query: { action: 'job.done' } })).body
    expect(events[0]?.detail).toMatchObject({ done: 3, requested: 2 })
    const [request] = await list({ waiting: true })
    expect(request).toMatchObject({ count: 2, severity: 'critical', requested_by: 'Ana', reason: 'no_time' })
    await approve(request?.id)
    for (const one of ids) expect(await read(one)).toMatchObject({ status: 'ignored' })
    // What carries it out is not itself a request.
    const carriedOut = (await changes()).filter(({ job_id: job }) => job === null)
    expect(carriedOut).toHaveLength(1)
    expect(carriedOut[0]).not.toHaveProperty('requested')
  })

  it('counts each finding of a flaw once, also where another branch is in a later batch', async () => {
    const { build, call, ana, services } = await twoPeople()
    const flaw = { severity: 'critical', key: 'same' } as const
    await build.add(
      flaw,
      { severity: 'low' },
      { ...flaw, ref: 'refs/heads/dev' },
      { ...flaw, ref: 'refs/heads/a' },
    )
    const body = {
      ...{ issue_type: 'sast', new_triage_state: 'ignored', new_triage_reason: 'no_time' },
      ...{ new_note: 'Later.', expected_count: 4 },
    } as const
    const made = await call(createTriageJob, { body, token: ana })
    await services.jobs.settled()
    const id = 'id' in made.body ? made.body.id : ''
    expect((await call(getJob, { path: { id } })).body).toMatchObject({ done: 4, requested: 3, skipped: [] })
  })
})
