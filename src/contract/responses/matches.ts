import * as z from 'zod/mini'
import { statuses, triageReasons, triageStates } from '../vocabulary.ts'
import { instant, open, uint32 } from './shapes.ts'

/** An uncertain match of a scan, or a finding that this one may be. */
export const match = z.object({
  id: z.string(),
  kind: open('match', 'candidate'),
  /** How a match was found, or why a candidate was not matched. */
  basis: open(
    'renamed',
    'relocated',
    'fingerprint_changed',
    'similar_code',
    'changed_code',
    'position',
    'identical',
    'unconfirmed',
    'similar',
    'changed',
    'copied',
    'resource',
    'renamed_rule',
    'version',
  ),
  /** `withdrawn` is an offer that a decision about the finding answered; `replaced` is a match that a later scan made again. */
  state: open('open', 'confirmed', 'rejected', 'replaced', 'withdrawn'),
  at: instant,
  scan_id: uint32,
  /** For a candidate, or a match with another ref: the finding that it may be, or is. */
  other: z.nullable(
    z.object({
      id: uint32,
      ref: z.string(),
      status: open(...statuses),
      path: z.nullable(z.string()),
      line: z.nullable(z.int()),
      triage_state: open(...triageStates),
      triage_reason: z.nullable(open(...triageReasons)),
      note: z.nullable(z.string()),
      by: z.nullable(z.string()),
    }),
  ),
  /** For a match on the same ref: the finding's previous location. */
  from: z.nullable(z.object({ path: z.nullable(z.string()), line: z.nullable(z.int()) })),
  /** Whether it can be resolved now. */
  resolvable: z.boolean(),
})
export type FindingMatch = z.infer<typeof match>

/** The finding whose match was resolved, and the one created from what a scan reported, if there is one. */
export const resolveMatchAnswer = z.object({
  finding_id: uint32,
  separated_id: z.nullable(uint32),
  change_id: z.nullable(z.string()),
})
export type ResolveMatchAnswer = z.infer<typeof resolveMatchAnswer>
