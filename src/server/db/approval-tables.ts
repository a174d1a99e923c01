import type { Generated } from 'kysely'

/** A request to ignore findings that need a second person's approval. */
export interface ApprovalTable {
  id: number
  deployment_id: number
  /** The type of the findings. */
  type: number
  /** One of `approvalStates`. */
  state: number
  reason: number
  note: string
  ignored_until: number | null
  ignore_ends: Generated<number | null>
  requested_at: number
  requester: string
  /** The findings that were requested: their number, the first, and the highest of their severities. */
  count: number
  finding_id: number
  severity: number
  /** The job whose batches requested it. */
  job_id: number | null
  decided_at: number | null
  decided_by: string | null
  /** Why it was approved or declined. */
  decision_note: string | null
  /** When whoever asked saw the answer. */
  seen_at: Generated<number | null>
}

/** The approval that ignoring a finding waits for, or has. */
export interface ApprovalColumns {
  approval_id: Generated<number | null>
  /** `requested` or `approved` of `approvalStates`; null without a request. */
  approval_state: Generated<number | null>
  /** The highest severity with which the finding may stay ignored; null if nobody approved it. */
  approval_severity: Generated<number | null>
}

/** The scopes of tokens with the role of a manager, before and after there were approvals. */
export const managerScopes = {
  before: '["findings:read","sbom:export","projects:write"]',
  after: '["findings:read","findings:approve","sbom:export","projects:write"]',
} as const
