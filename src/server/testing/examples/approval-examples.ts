import { approvalStates, severities, statuses, toCode } from '#server/db/codes.ts'
import { markRequested, openApproval } from '#server/triage/approvals/request.ts'
import { makeMention } from './comment-examples.ts'
import type { Example } from './example.ts'
import type { Place } from './example-fixtures.ts'

/** The id of a request of somebody else to ignore a critical finding. */
async function makeRequest(
  { service: { services, clock }, at, sast }: Place,
  requester = 'Ana Lyst',
): Promise<string> {
  const { id: first } = await services.database.read
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', at.deploymentId)
    .where('severity', '=', toCode(severities, 'critical'))
    .where('status', '=', toCode(statuses, 'open'))
    .where('removed', '=', 0)
    .where('approval_id', 'is', null)
    .where('id', '<>', sast)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const request = {
    type: 'sast' as const,
    reason: 'acceptable_risk' as const,
    note: 'Only reachable from the internal network.',
    until: null,
    requester,
    at: clock.now,
    jobId: null,
  }
  const id = await services.change(at.deploymentId, request.requester, async (transaction) => {
    const findings = { count: 1, first, severity: toCode(severities, 'critical') }
    const opened = await openApproval(transaction, request, findings)
    await markRequested(transaction, [first], { id: opened, changeId: null }, request)
    return opened
  })
  return String(id)
}

/** The id of a request of Tess Ter that somebody else declined. */
async function makeAnswer(place: Place): Promise<string> {
  const { service, at } = place
  const id = await makeRequest(place, 'Tess Ter')
  await service.services.record((transaction) =>
    transaction
      .updateTable('approval')
      .set({ state: toCode(approvalStates, 'declined'), decided_at: service.clock.now, decided_by: 'Max Na' })
      .set({ decision_note: 'Update the library.' })
      .where('deployment_id', '=', at.deploymentId)
      .where('id', '=', Number(id))
      .execute(),
  )
  return id
}

const decided = (note: string, statements: number): Example => ({
  statements,
  request: async (place) => ({ path: { id: await makeRequest(place) }, body: { note } }),
})

/** Requests of the operations for approvals. */
export const approvalExamples: Record<string, Example | readonly Example[]> = {
  listApprovals: {
    request: async (place) => {
      await makeRequest(place)
      return { query: { waiting: true, limit: 3 } }
    },
  },
  approveRequest: decided('The network is closed; checked the rules of the firewall.', 28),
  declineRequest: decided('The internal network is not trusted. Update the library.', 21),
  markAnswer: { request: async (place) => ({ path: { id: await makeAnswer(place) }, body: { seen: true } }) },
  listInbox: {
    request: async (place) => {
      await makeRequest(place)
      await makeAnswer(place)
      await makeMention(place)
      return { query: { limit: 4 } }
    },
  },
  previewApprovals: {},
}
