import { expect, it } from 'vitest'
import { approveRequest, declineRequest, listApprovals } from '#contract/operations/approvals.ts'
import { createComment } from '#contract/operations/comments.ts'
import { setRuleModes } from '#contract/operations/policies.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { triage } from '#contract/operations/triage.ts'
import type { WebhookEvent } from '#contract/webhook-vocabulary.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startWithReceiver } from './testing/webhook-service.ts'

const day = 24 * 3600_000

/** A service with a finding of a rule that is disabled and one of another rule, and two people. */
async function started() {
  const service = await startWithReceiver()
  const { call, mint, settle } = service
  const ana = await mint({ name: 'ana', person: 'Ana', role: 'analyst' })
  const max = await mint({ name: 'max', person: 'Max', role: 'manager' })
  const found = ['disabled', 'enabled'].map((name) =>
    result(`rules.${name}`, `${name}.py`, `code of ${name}`),
  )
  await upload(service, semgrep(found))
  const { status } = await call(setRuleModes, {
    path: { policyId: '1' },
    body: { rulePaths: ['rules.disabled'], policyMode: 'MODE_DISABLED', note: 'noise' },
  })
  const ids = (await codeFindings(service)).map(({ id }) => id)
  expect([status, ids.length]).toEqual([200, 2])
  await settle()
  /** Decides about each finding on its own, so that each could be told on its own. */
  const decide = async (body: object) => {
    for (const id of ids)
      expect(
        (await call(triage, { body: { issue_type: 'sast', issue_ids: [id], ...body }, token: ana })).status,
      ).toBe(200)
  }
  return { ...service, ids, ana, max, decide }
}

type Started = Awaited<ReturnType<typeof started>>

const ignore = {
  new_triage_state: 'ignored',
  new_triage_reason: 'acceptable_risk',
  new_note: 'It is behind a proxy.',
}

async function requestApproval({ call, decide }: Started) {
  expect((await call(updateSettings, { body: { requireApproval: true } })).status).toBe(200)
  await decide(ignore)
}

async function answer({ call, max }: Started, operation: typeof approveRequest | typeof declineRequest) {
  const { approvals } = (await call(listApprovals, { query: { waiting: true }, token: max })).body
  expect(approvals).toHaveLength(2)
  for (const { id } of approvals)
    expect((await call(operation, { path: { id }, body: { note: 'Seen.' }, token: max })).status).toBe(200)
}

const cases: [what: string, event: WebhookEvent, happen: (service: Started) => Promise<unknown>][] = [
  [
    'are due tomorrow',
    'finding.due',
    async ({ call, pass }) => {
      const dueDates = { days: { critical: 3, high: 3, medium: null, low: null }, tags: [] }
      expect((await call(updateSettings, { body: { dueDates } })).status).toBe(200)
      for (let days = 0; days < 4; days++) await pass(day)
    },
  ],
  [
    'are ignored for only seven more days',
    'ignore.expiring',
    async ({ decide, pass, clock }) => {
      await decide({ ...ignore, new_ignored_until: new Date(clock.now + 9 * day).toISOString() })
      for (let days = 0; days < 4; days++) await pass(day)
    },
  ],
  ['are assigned', 'finding.assigned', ({ decide }) => decide({ new_owner: 'person:Max' })],
  [
    'are commented',
    'finding.mentioned',
    async ({ call, ids, ana }) => {
      for (const id of ids)
        await call(createComment, { path: { id }, body: { text: 'See this, @Max.' }, token: ana })
    },
  ],
  ['are to be ignored', 'approval.requested', requestApproval],
  ...([approveRequest, declineRequest] as const).map((operation): (typeof cases)[number] => [
    `were to be ignored (${operation.id})`,
    'approval.decided',
    async (service) => {
      await requestApproval(service)
      await answer(service, operation)
    },
  ]),
]

it.each(cases)('findings of disabled rules that %s send nothing: %s', async (_, event, happen) => {
  const service = await started()
  await service.add([event], { filter: '' })
  await happen(service)
  await service.settle()
  // The other finding, to which the same happened, is told.
  expect(
    service.receiver.received.map(({ json: { type, data } }) => ({
      type,
      count: data['count'],
      findings: data['findings'],
    })),
  ).toEqual([{ type: event, count: 1, findings: [expect.objectContaining({ rule: 'rules.enabled' })] }])
})
