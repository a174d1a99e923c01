import * as z from 'zod/mini'
import { findingTypes, ignoreEnds, severities } from '../vocabulary.ts'
import { instant, open, uint32 } from './shapes.ts'

/** A finding that is ignored as an acceptable risk. */
export const acceptedRisk = z.object({
  id: uint32,
  issue_type: z.enum(findingTypes),
  severity: open(...severities),
  /** The scanner's short name of the rule; null if it has none. */
  title: z.nullable(z.string()),
  rule: z.string(),
  project: z.string(),
  path: z.nullable(z.string()),
  line: z.nullable(z.int()),
  /** Package and version of a supply-chain finding. */
  package: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Who decided to ignore it, or asked for it where another person approved. */
  requested_by: z.nullable(z.string()),
  requested_at: z.nullable(instant),
  /** Null if it needed no approval. */
  approved_by: z.nullable(z.string()),
  approved_at: z.nullable(instant),
  approval_note: z.nullable(z.string()),
  /** Null for no end. */
  ignored_until: z.nullable(instant),
  /** What else ends it; null for nothing. */
  ignore_ends: z.nullable(open(...ignoreEnds)),
})
export type AcceptedRisk = z.infer<typeof acceptedRisk>
export const acceptedRisksAnswer = z.object({ risks: z.array(acceptedRisk), total: z.int() })
export type AcceptedRisksAnswer = z.infer<typeof acceptedRisksAnswer>
