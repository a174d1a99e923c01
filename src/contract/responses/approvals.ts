import * as z from 'zod/mini'
import { approvalStates, findingTypes, ignoreEnds, severities, triageReasons } from '../vocabulary.ts'
import { instant, open, uint32 } from './shapes.ts'

/** A request to ignore findings. */
export const approval = z.object({
  id: z.string(),
  state: open(...approvalStates),
  /** Differs once other findings wait for it, or they have other severities. */
  version: z.string(),
  issue_type: z.enum(findingTypes),
  /** How many findings wait for it; once it was decided or withdrawn, how many were requested. */
  count: z.int(),
  /** The highest severity of these. */
  severity: open(...severities),
  /** The first of them; null if it was deleted. */
  finding: z.nullable(
    z.object({
      id: uint32,
      /** The scanner's short name of the rule; null if it has none. */
      title: z.nullable(z.string()),
      rule: z.string(),
      project: z.string(),
      path: z.nullable(z.string()),
      line: z.nullable(z.int()),
      /** Package and version of a supply-chain finding. */
      package: z.nullable(z.string()),
    }),
  ),
  reason: open(...triageReasons),
  note: z.string(),
  /** Until when the findings are to be ignored; null for no end. */
  ignored_until: z.nullable(instant),
  /** What else ends the ignoring; null for nothing. */
  ignore_ends: z.nullable(open(...ignoreEnds)),
  requested_by: z.string(),
  requested_at: instant,
  /** Whether the caller, or somebody through one of their tokens, requested it. */
  own: z.boolean(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(instant),
  /** Why it was approved or declined. */
  decision_note: z.nullable(z.string()),
})
export type Approval = z.infer<typeof approval>
export const approvalsAnswer = z.object({
  approvals: z.array(approval),
  /** That of the next page; empty on the last one. */
  cursor: z.string(),
})
export type ApprovalsAnswer = z.infer<typeof approvalsAnswer>

const ignoredOfType = z.object({ critical: z.int(), high: z.int() })

/** What requiring approval means for a deployment. */
export const approvalPreview = z.object({
  /** Findings that are ignored without an approval, and stay so. */
  ignored: z.object({ sast: ignoredOfType, sca: ignoredOfType, secrets: ignoredOfType }),
  /** People besides the caller who can approve. */
  approvers: z.int(),
})
export type ApprovalPreview = z.infer<typeof approvalPreview>
