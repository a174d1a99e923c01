import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { severities, toCode } from '#server/db/codes.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'
import {
  type ApprovalRequest,
  describeRequested,
  markRequested,
  maxRequested,
  openApproval,
} from '#server/triage/approvals/request.ts'
import type { ReportedTriage } from '../state/reported-triage.ts'

/** A new finding that its file ignores, which needs approval. */
export interface RequestedFinding {
  id: number
  finding: ReportedFinding
  triage: ReportedTriage
}

const typeNames = { code: 'sast', supplyChain: 'sca', secret: 'secrets' } as const

/**
 * Requests to ignore new findings, as their file does: one request for those with the same reason, note and end, or
 * several if there are more than one transaction decides.
 */
export async function requestIgnores(
  transaction: ChangeTransaction,
  findings: readonly RequestedFinding[],
): Promise<void> {
  const groups = Map.groupBy(findings, (one) => JSON.stringify(requestOf(one)))
  const parts = [...groups.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / maxRequested) }, (_, part) =>
      all.slice(part * maxRequested, (part + 1) * maxRequested),
    ),
  )
  for (const some of parts) {
    const request = some[0] && requestOf(some[0])
    if (!request) continue
    const rows = some.map(({ id, finding }) => ({ id, severity: toCode(severities, finding.severity) }))
    const id = await openApproval(transaction, request, describeRequested(rows))
    const ids = rows.map((row) => row.id)
    await markRequested(transaction, ids, { id, changeId: null }, request)
  }
}

function requestOf({ finding, triage }: RequestedFinding): ApprovalRequest {
  const { reason, comment, until, ends, by, at } = triage
  return {
    type: typeNames[finding.kind],
    reason: reason ?? 'no_triage_reason',
    note: comment ?? '',
    until,
    ends,
    requester: by.actor,
    at,
    jobId: null,
  }
}
