import type { ApprovalPreview } from '#contract/responses/approvals.ts'
import { severities, toCode, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { approvalBits } from '#server/findings/columns/column-sources.ts'
import type { Table } from '#server/findings/columns/table.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { HttpError } from '#server/http/errors.ts'
import { countApprovers } from './approvers.ts'
import type { Actor } from './same-person.ts'

type Viewer = Actor

const ignored = toCode(triageStates, 'ignored')

/**
 * What requiring approval means for a deployment: the findings that are ignored without one, which stay so, and the people
 * who could approve requests of the principal. Findings are counted in memory. Source: docs/api.md#approvals.
 */
export async function previewApproval(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  principal: Viewer,
  now: number,
): Promise<ApprovalPreview> {
  return {
    ignored: {
      sast: countUnapproved(columns.table('sast')),
      sca: countUnapproved(columns.table('sca')),
      secrets: countUnapproved(columns.table('secrets')),
    },
    approvers: await countApprovers(reader, deploymentId, principal, now),
  }
}

/** Counts critical and high findings that are ignored without an approval. */
function countUnapproved(table: Table): { critical: number; high: number } {
  const { triage, severity, approval, removed } = table.columns
  // Words are stored as their position plus one.
  const [critical, high] = [toCode(severities, 'critical') + 1, toCode(severities, 'high') + 1]
  const counts = { critical: 0, high: 0 }
  for (let row = 0; row < table.length; row++) {
    if ((triage.array[row] ?? 0) >> 3 !== ignored || removed.array[row] !== 0) continue
    if (((approval.array[row] ?? 0) & approvalBits.approved) !== 0) continue
    if (severity.array[row] === critical) counts.critical += 1
    else if (severity.array[row] === high) counts.high += 1
  }
  return counts
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
