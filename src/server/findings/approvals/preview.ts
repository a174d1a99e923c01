import type { ApprovalPreview } from '#contract/responses/approvals.ts'
import { findingTypes, fromCode, severities, toCode, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { countApprovers } from './approvers.ts'
import { leastSeverity } from './rules.ts'

type Viewer = Pick<Principal, 'name' | 'personId'>

/**
 * What requiring approval means for a deployment: the findings that are ignored without one, which stay so, and the people
 * who could approve requests of the principal. Source: docs/api.md#approvals.
 */
export async function previewApproval(
  reader: Reader,
  deploymentId: number,
  principal: Viewer,
  now: number,
): Promise<ApprovalPreview> {
  const rows = await reader
    .selectFrom('finding')
    .select((eb) => ['type', 'severity', eb.fn.countAll<number>().as('count')])
    .where('deployment_id', '=', deploymentId)
    .where('triage_state', '=', toCode(triageStates, 'ignored'))
    .where('severity', '>=', leastSeverity)
    .where('approval_severity', 'is', null)
    .where('removed', '=', 0)
    .groupBy(['type', 'severity'])
    .execute()
  const countOf = (type: (typeof findingTypes)[number], severity: (typeof severities)[number]) =>
    Number(
      rows.find(
        (row) => fromCode(findingTypes, row.type) === type && fromCode(severities, row.severity) === severity,
      )?.count ?? 0,
    )
  const ofType = (type: (typeof findingTypes)[number]) => ({
    critical: countOf(type, 'critical'),
    high: countOf(type, 'high'),
  })
  return {
    ignored: { sast: ofType('sast'), sca: ofType('sca'), secrets: ofType('secrets') },
    approvers: await countApprovers(reader, deploymentId, principal, now),
  }
}

/** @throws HttpError 409 if nobody beside the principal could approve requests in a deployment. */
export async function assertApprovers(
  reader: Reader,
  deploymentId: number,
  principal: Viewer,
  now: number,
): Promise<void> {
  if ((await countApprovers(reader, deploymentId, principal, now)) > 0) return
  throw new HttpError(
    409,
    'Nobody else can approve requests in this deployment. First give another person the role of a manager or an administrator.',
  )
}
