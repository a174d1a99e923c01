import { expect, it } from 'vitest'
import { approveRequest, declineRequest, listApprovals } from '#contract/operations/approvals.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { triage } from '#contract/operations/triage.ts'
import { codeFindings } from '#server/scans/testing/upload.ts'
import { startWithReceiver } from './testing/webhook-service.ts'

async function started(names: readonly string[]) {
  const service = await startWithReceiver()
  const { call, mint, scan } = service
  const ana = await mint({ name: 'ana', person: 'Ana', role: 'analyst' })
  const max = await mint({ name: 'max', person: 'Max', role: 'manager' })
  expect((await call(updateSettings, { body: { requireApproval: true } })).status).toBe(200)
  await scan(names)
  const ids = (await codeFindings(service)).map(({ id }) => id)
  const ask = (...own: number[]) =>
    call(triage, {
      body: {
        issue_type: 'sast',
        issue_ids: own,
        new_triage_state: 'ignored',
        new_triage_reason: 'acceptable_risk',
        new_note: 'The password is hunter2.',
      },
      token: ana,
    })
  const waiting = async () =>
    (await call(listApprovals, { query: { waiting: true }, token: max })).body.approvals
  const decide = async (operation: typeof approveRequest | typeof declineRequest) => {
    const [request] = await waiting()
    const answer = { path: { id: request?.id ?? '' }, body: { note: 'Seen hunter2.' }, token: max }
    expect((await call(operation, answer)).status).toBe(200)
  }
  return { ...service, ids, ask, decide }
}

it('tells who asks to ignore findings and what the answer is, without notes', async () => {
  const { ids, ask, decide, add, settle, titles, receiver } = await started(['a', 'b', 'c'])
  await add(['approval.requested', 'approval.decided'])
  const [one = 0, two = 0, three = 0] = ids
  await ask(one, two)
  await settle()
  await decide(approveRequest)
  await settle()
  await ask(three)
  await settle()
  await decide(declineRequest)
  await settle()
  expect(titles()).toEqual([
    'Ana asks to ignore 2 findings',
    'Max approved the request of Ana to ignore 2 findings',
    'Ana asks to ignore 1 finding',
    'Max declined the request of Ana to ignore 1 finding',
  ])
  expect(receiver.received[0]?.json.data).toMatchObject({
    by: 'Ana',
    reason: 'acceptable_risk',
    count: 2,
    severities: { high: 2 },
    url: expect.stringMatching(/\/d\/main\/approvals$/),
  })
  expect(receiver.received[3]?.json.data).toMatchObject({
    by: 'Max',
    requested_by: 'Ana',
    decision: 'declined',
    url: expect.stringMatching(/\/d\/main\/approvals\?decided=true$/),
    findings: [{ id: three }],
  })
  expect(receiver.received.map(({ body }) => body).join()).not.toContain('hunter2')
})

it('tells nothing of a request that was withdrawn at once, and of one in part what still waits', async () => {
  const { ids, ask, add, settle, titles, call } = await started(['a', 'b', 'c'])
  await add(['approval.requested'])
  const [one = 0, two = 0, three = 0] = ids
  await ask(one)
  await ask(two, three)
  const body = { issue_type: 'sast', issue_ids: [one, two], new_triage_state: 'fixing' } as const
  expect((await call(triage, { body })).status).toBe(200)
  await settle()
  expect(titles()).toEqual(['Ana asks to ignore 1 finding'])
})

it('tells nothing of a request that was answered at once, and of more than 50 in one message', async () => {
  const names = Array.from({ length: 52 }, (_, at) => `f${at}`)
  const { ids, ask, decide, add, settle, titles } = await started(names)
  await add(['approval.requested'])
  const [first = 0, ...others] = ids
  await ask(first)
  await decide(declineRequest)
  for (const id of others) await ask(id)
  await settle()
  expect(titles()).toEqual(['51 requests to ignore findings wait'])
})
