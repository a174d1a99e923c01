import { expect, it } from 'vitest'
import { previewApprovals } from '#contract/operations/settings.ts'
import { undoTriage } from '#contract/operations/triage.ts'
import { codeFindings, upload } from '#server/scans/testing/upload.ts'
import { reopenIgnored } from '../decisions/reopen-ignored.ts'
import { twoPeople } from './testing/two-people.ts'

const day = 24 * 3600_000

/** A file of another service with findings that it ignored. */
const answered = (severity: string, count: number, more: object = {}) => ({
  sastFindings: {
    findings: Array.from({ length: count }, (_, at) => ({
      rule_name: 'xss',
      severity,
      match_based_id: `m${at}`,
      location: { filePath: `a${at}.py`, line: 1 },
      ...more,
    })),
  },
})

it('another note keeps the approval, and what somebody asks for meanwhile', async () => {
  const { build, ignore, approve, call, read, list } = await twoPeople()
  const [id = 0] = await build.add({ severity: 'high' })
  await approve((await ignore([id])).body.approval_id)
  const preview = async () => (await call(previewApprovals)).body.ignored.sast.high
  expect(await preview()).toBe(0)
  const { approval_id: another } = (await ignore([id], { new_triage_reason: 'no_time' })).body
  expect((await ignore([id], { new_note: 'Asked again.' })).body.num_triaged).toBe(1)
  // Still approved by Max, so that it is not among those that nobody approved.
  expect(await preview()).toBe(0)
  expect(await read(id)).toMatchObject({ triage_comment: 'Asked again.', ignore_request: another })
  expect(await list({ waiting: true })).toMatchObject([{ id: another }])
})

it('a longer time can be approved after the present one has ended', async () => {
  const { build, ignore, approve, read, services, clock } = await twoPeople()
  const [id = 0] = await build.add({ severity: 'high' })
  const until = (days: number) => ({ new_ignored_until: new Date(clock.now + days * day).toISOString() })
  await approve((await ignore([id], until(10))).body.approval_id)
  const { approval_id: longer } = (await ignore([id], until(30))).body
  clock.now += 11 * day
  await reopenIgnored(services, true)
  expect(await read(id)).toMatchObject({ status: 'open', ignore_request: longer })
  expect((await approve(longer)).status).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'ignored' })
})

it('undoing a decision does not ask for what was declined meanwhile', async () => {
  const { build, ignore, decide, decline, call, read, list, ana } = await twoPeople()
  const [id = 0, other = 0] = await build.add({ severity: 'high' }, { severity: 'high' })
  const { approval_id: request } = (await ignore([id, other])).body
  const assigned = await decide({ issue_ids: [id], new_note: 'Look at line 3.' })
  const fixing = await decide({ issue_ids: [other], new_triage_state: 'fixing' })
  expect((await decline(request)).status).toBe(200)
  for (const { body } of [assigned, fixing])
    expect((await call(undoTriage, { path: { change_id: body.change_id }, token: ana })).status).toBe(200)
  for (const one of [id, other]) expect(await read(one)).not.toHaveProperty('ignore_request')
  expect(await list({ waiting: true })).toEqual([])
})

it('a request has the severity that its findings have now', async () => {
  const world = await twoPeople()
  const { ignore, list, approve, clock } = world
  const send = (severity: string) => {
    clock.now += 60_000
    return upload(world, answered(severity, 1), { commit: String(clock.now) })
  }
  await send('high')
  const [finding] = await codeFindings(world)
  const { approval_id: request } = (await ignore([finding?.id ?? 0])).body
  expect(await list({ waiting: true })).toMatchObject([{ severity: 'high' }])
  await send('critical')
  expect(await list({ waiting: true })).toMatchObject([{ severity: 'critical' }])
  expect((await approve(request)).body).toMatchObject({ severity: 'critical', state: 'approved' })
  expect(await list()).toMatchObject([{ severity: 'critical' }])
})

it('a file with many ignored findings asks once for those with the same reason and note', async () => {
  const world = await twoPeople()
  const triage = { triage_state: 'ignored', triage_reason: 'no_time', triage_comment: 'Later.' }
  await upload(world, answered('critical', 600, triage))
  expect(await world.list({ waiting: true })).toMatchObject([{ count: 600 }])
})
