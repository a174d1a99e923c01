import * as z from 'zod/mini'
import { vexFormats } from '../operations/vex.ts'
import { newTriageStates, triageReasons } from '../vocabulary.ts'
import { instant, maybe, open, uint32 } from './shapes.ts'

/** Why a statement changed no finding. */
export const vexReasons = [
  'unknown_advisory',
  'package_not_found',
  'version_not_covered',
  'other_artifact',
  'unreadable',
  'no_package',
  'other_product',
  'no_justification',
  'no_decision',
  'only_scans_fix',
  'contradictory',
  'superseded',
  'decision_kept',
] as const

const vexResult = z.object({
  /** The position of the statement in the document, from 1; of the vulnerability in CycloneDX and CSAF. */
  statement: z.int(),
  vulnerability: z.string(),
  /** The package or product as the document names it. */
  product: z.nullable(z.string()),
  /** The status in the words of OpenVEX; null if it has none. */
  status: z.nullable(open('not_affected', 'affected', 'fixed', 'under_investigation')),
  outcome: open('triaged', 'unchanged', 'unmatched'),
  reason: z.nullable(open(...vexReasons)),
  /** What happened, as a sentence. */
  detail: z.string(),
  to_state: z.nullable(open(...newTriageStates)),
  to_reason: z.nullable(open(...triageReasons)),
  /** How many findings it triaged; the first hundred. */
  count: z.int(),
  /** How many of them wait for an approval; left out if none does. */
  requested: maybe(z.int()),
  finding_ids: z.array(uint32),
  /** How many of these had an older decision, which was replaced; how many findings kept a newer one. */
  replaced: z.int(),
  kept: z.int(),
  /** The triage change, with which it can be undone; null if nothing was changed. */
  change_id: z.nullable(z.string()),
})

export const importVexAnswer = z.object({
  document: z.object({
    format: z.enum(vexFormats),
    id: z.nullable(z.string()),
    author: z.nullable(z.string()),
    at: z.nullable(instant),
  }),
  dry_run: z.boolean(),
  total: z.object({
    triaged: z.int(),
    unchanged: z.int(),
    unmatched: z.int(),
    findings: z.int(),
    /** `findings` by severity, zeros included. */
    severities: maybe(z.record(z.string(), z.int())),
  }),
  results: z.array(vexResult),
})
export type ImportVexAnswer = z.infer<typeof importVexAnswer>
export type VexResult = ImportVexAnswer['results'][number]
