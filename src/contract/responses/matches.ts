import * as z from 'zod/mini'
import { statuses, triageReasons, triageStates } from '../vocabulary.ts'
import { instant, open, uint32 } from './shapes.ts'

/** A match of a scan that can be wrong, or a finding that this one may be. */
export const match = z.object({
  id: z.string(),
  kind: open('match', 'candidate'),
  /** How a match was found, or why a candidate is not one. */
  basis: open(
    'renamed',
    'relocated',
    'fingerprint_changed',
    'similar_code',
    'position',
    'identical',
    'unconfirmed',
    'changed',
    'copied',
  ),
  state: open('open', 'confirmed', 'rejected', 'replaced'),
  at: instant,
  scan_id: uint32,
  /** Of a candidate, or of a match with another ref: the finding that it may be, or is. */
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
  /** Of a match on the same ref: where the finding stood before. */
  from: z.nullable(z.object({ path: z.nullable(z.string()), line: z.nullable(z.int()) })),
  /** Whether it can be resolved now. */
  resolvable: z.boolean(),
})
export type FindingMatch = z.infer<typeof match>

/** The finding that a match was resolved for, and the one that was made of what a scan reported, where one was. */
export const resolveMatchAnswer = z.object({
  finding_id: uint32,
  separated_id: z.nullable(uint32),
  change_id: z.nullable(z.string()),
})
export type ResolveMatchAnswer = z.infer<typeof resolveMatchAnswer>
