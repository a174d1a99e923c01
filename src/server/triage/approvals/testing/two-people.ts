import { expect } from 'vitest'
import { approveRequest, declineRequest, listApprovals } from '#contract/operations/approvals.ts'
import { getFinding } from '#contract/operations/findings.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { triage } from '#contract/operations/triage.ts'
import type { Approval } from '#contract/responses/approvals.ts'
import { Build } from '#server/findings/testing/build.ts'
import { startTestService } from '#server/testing/service.ts'

/** A service with Ana, who triages, and Max, who approves. */
export async function twoPeople(setting: { required: boolean } = { required: true }) {
  const service = await startTestService()
  const { call, mint } = service
  const ana = await mint({ name: 'ana', person: 'Ana', role: 'analyst' })
  const max = await mint({ name: 'max', person: 'Max', role: 'manager' })
  const require = async (required: boolean) => {
    const { status } = await call(updateSettings, { body: { requireApproval: required } })
    expect(status).toBe(200)
  }
  if (setting.required) await require(true)
  const decide = (body: object, token = ana) => call(triage, { body: { issue_type: 'sast', ...body }, token })
  const ignore = (ids: readonly number[], more: object = {}, token = ana) =>
    decide(
      {
        issue_ids: ids,
        new_triage_state: 'ignored',
        new_triage_reason: 'acceptable_risk',
        new_note: 'Behind the firewall.',
        ...more,
      },
      token,
    )
  const list = async (query: Record<string, boolean> = {}, token = max): Promise<Approval[]> =>
    (await call(listApprovals, { query, token })).body.approvals
  const page = async (query: Record<string, string | number | boolean>) =>
    (await call(listApprovals, { query, token: max })).body
  const approve = (id: string | null | undefined, token = max, note = 'Checked.') =>
    call(approveRequest, { path: { id: id ?? '' }, body: { note }, token })
  const decline = (id: string | null | undefined, token = max, note = 'Fix it.') =>
    call(declineRequest, { path: { id: id ?? '' }, body: { note }, token })
  const read = async (id = 0) => (await call(getFinding, { path: { id } })).body
  return {
    ...service,
    build: new Build(service),
    ana,
    max,
    require,
    decide,
    ignore,
    list,
    page,
    approve,
    decline,
    read,
  }
}
