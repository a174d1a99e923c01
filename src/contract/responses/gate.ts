import * as z from 'zod/mini'
import { findingTypes, gateVerdicts, policyModes, scanStatuses, severities } from '../vocabulary.ts'
import { instant, maybe, open, uint32 } from './shapes.ts'

/** Why there is no verdict, or what limits it. */
export const gateReasonCodes = [
  'no_scan',
  'no_commit',
  'other_commit',
  'newer_scan',
  'importing',
  'failed',
  'held',
  'waiting',
  'base_not_protected',
  'no_base_ref',
  'no_baseline',
] as const

/** Why a finding is listed. */
export const gateCauses = [
  'new',
  'returned',
  'more_than_base',
  'suppressed_in_change',
  'newly_detected',
] as const

const gateReason = z.object({ code: open(...gateReasonCodes), message: z.string() })
export type GateReason = z.infer<typeof gateReason>

const comparedScan = z.object({
  id: uint32,
  ref: z.string(),
  commit: z.nullable(z.string()),
  started_at: instant,
})

const gateSource = z.object({
  tool: z.string(),
  category: z.nullable(z.string()),
  /** The scan of the commit. */
  scan_id: uint32,
  status: open(...scanStatuses),
  /** The full scan that it was compared with; null if there is none. */
  base: z.nullable(comparedScan),
  blocking: z.int(),
  commenting: z.int(),
})
export type GateSource = z.infer<typeof gateSource>

const gateFinding = z.object({
  id: uint32,
  issue_type: z.enum(findingTypes),
  rule_name: z.string(),
  title: z.nullable(z.string()),
  severity: z.enum(severities),
  path: z.nullable(z.string()),
  line: z.nullable(z.int()),
  /** `name@version` of the package; null for findings in code. */
  dependency: z.nullable(z.string()),
  /** The effective mode of the rule in the project. */
  mode: z.enum(policyModes),
  /** The policy that decides the mode; null if none contains the rule, absent in verdicts of earlier versions. */
  policy: maybe(z.object({ id: uint32, name: z.string() })),
  /** What the finding does to the verdict: `inform` does nothing. */
  effect: z.enum(['block', 'comment', 'inform']),
  cause: open(...gateCauses),
  url: z.string(),
})
export type GateFinding = z.infer<typeof gateFinding>

export const gateAnswer = z.object({
  /** The number of the stored verdict; null where nothing is stored: no scan of the commit, a later one replaced it, a base that only informs, or a dry run. */
  id: z.nullable(uint32),
  verdict: z.enum(gateVerdicts),
  project: z.string(),
  /** null if no scan names a commit: then there is no verdict. */
  commit: z.nullable(z.string()),
  ref: z.nullable(z.string()),
  pull_request: z.nullable(z.string()),
  base_ref: z.nullable(z.string()),
  strict: z.boolean(),
  reasons: z.array(gateReason),
  sources: z.array(gateSource),
  counts: z.object({ block: z.int(), comment: z.int(), inform: z.int() }),
  /** How many more findings would block if nobody had ignored them; missing if there are none. */
  excepted: maybe(z.int()),
  /** The first 500, those that block first. */
  findings: z.array(gateFinding),
  /** The newest change of modes at the time of the evaluation; 0 if there was none. */
  policy_revision: z.int(),
  evaluated_at: instant,
  /** False if a later scan replaced what was evaluated: then this is the newest verdict that was stored. */
  current: z.boolean(),
  url: z.string(),
})
export type GateAnswer = z.infer<typeof gateAnswer>

export const gateVerdictsAnswer = z.object({
  verdicts: z.array(
    z.object({
      id: uint32,
      verdict: z.enum(gateVerdicts),
      commit: z.string(),
      ref: z.string(),
      pull_request: z.nullable(z.string()),
      counts: z.object({ block: z.int(), comment: z.int(), inform: z.int() }),
      reasons: z.array(gateReason),
      scan_ids: z.array(uint32),
      evaluated_at: instant,
      by: z.string(),
    }),
  ),
  /** The newest scan that names a commit, as pipelines send them; null if there is none. */
  last_run: z.nullable(
    z.object({
      scan_id: uint32,
      commit: z.string(),
      ref: z.string(),
      started_at: instant,
      /** The newest stored verdict on the commit; null if none was asked for. */
      verdict: z.nullable(z.enum(gateVerdicts)),
    }),
  ),
})
export type GateVerdictsAnswer = z.infer<typeof gateVerdictsAnswer>
