import { severities, toCode } from '#server/db/codes.ts'
import { openApproval } from '#server/triage/approvals/request.ts'
import type { TestService } from '../service.ts'

/** Stores a request of Ann to ignore a finding, which does not wait for it. @returns its id. */
export function addApproval({ services, clock }: TestService, deploymentId: number, finding: number) {
  return services.change(deploymentId, 'Ann', (transaction) =>
    openApproval(
      transaction,
      {
        type: 'sast',
        reason: 'acceptable_risk',
        note: 'Behind the firewall.',
        until: null,
        requester: 'Ann',
        at: clock.now,
        jobId: null,
      },
      { count: 1, first: finding, severity: toCode(severities, 'high') },
    ),
  )
}
