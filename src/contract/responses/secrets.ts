import * as z from 'zod/mini'
import {
  policyModes,
  ruleConfidences,
  secretSeverities,
  secretStatuses,
  validationStates,
} from '../vocabulary.ts'
import { codeFinding } from './findings.ts'
import { always, instant, maybe, open } from './shapes.ts'

/** Source: docs/api.md#secrets. */
export const secretFinding = z.object({
  id: z.string(),
  type: always(z.nullable(z.string())),
  status: open(...secretStatuses),
  severity: open(...secretSeverities),
  confidence: always(z.nullable(open(...ruleConfidences))),
  validationState: always(z.nullable(open(...validationStates))),
  mode: always(z.nullable(open(...policyModes))),
  findingPath: always(z.nullable(z.string())),
  findingPathUrl: always(z.nullable(z.string())),
  ref: always(z.string()),
  refUrl: always(z.nullable(z.string())),
  ruleHashId: always(z.nullable(z.string())),
  repository: z.object({
    name: z.string(),
    url: always(z.nullable(z.string())),
    visibility: always(z.nullable(z.string())),
    scmType: always(z.nullable(z.string())),
  }),
  /** Its ids are decimal texts here, like those of the review comments. */
  externalTicket: always(
    z.nullable(
      z.object({
        id: maybe(z.string()),
        externalSlug: maybe(z.string()),
        linkedIssueIds: maybe(z.array(z.string())),
        url: maybe(z.string()),
      }),
    ),
  ),
  reviewComments: always(
    z.array(z.object({ externalDiscussionId: maybe(z.string()), externalNoteId: maybe(z.string()) })),
  ),
  historicalInfo: always(
    z.nullable(
      z.object({
        gitCommit: maybe(z.string()),
        gitBlob: maybe(z.string()),
        gitCommitTimestamp: maybe(z.string()),
      }),
    ),
  ),
  createdAt: instant,
  updatedAt: instant,
  /** When the validity was last checked; an extension, like the two fields below. */
  validatedAt: always(z.nullable(instant)),
  /** The salted hash shared by all locations of the same secret; created at ingest, it reveals nothing. */
  secretHash: always(z.nullable(z.string())),
  /** Only with `include=finding`. */
  finding: maybe(codeFinding),
})
export type SecretFinding = z.infer<typeof secretFinding>
export const secretsAnswer = z.object({
  findings: z.array(secretFinding),
  cursor: z.string(),
  previous: always(z.string()),
})
