import * as z from 'zod/mini'
import { codeFinding } from './findings.ts'
import { instant, maybe, open } from './shapes.ts'

/** Source: API decisions, "Named operations". */
export const secretFinding = z.object({
  id: z.string(),
  type: maybe(z.string()),
  status: open('FINDING_STATUS_OPEN'),
  severity: open('SEVERITY_HIGH'),
  confidence: maybe(open('CONFIDENCE_HIGH')),
  validationState: maybe(open('VALIDATION_STATE_CONFIRMED_VALID')),
  mode: maybe(open('MODE_MONITOR')),
  findingPath: maybe(z.string()),
  findingPathUrl: maybe(z.string()),
  ref: maybe(z.string()),
  refUrl: maybe(z.string()),
  ruleHashId: maybe(z.string()),
  repository: z.object({
    name: z.string(),
    url: maybe(z.string()),
    visibility: maybe(z.string()),
    scmType: maybe(z.string()),
  }),
  /** Its ids are decimal texts here, as those of the review comments are. */
  externalTicket: maybe(
    z.object({
      id: maybe(z.string()),
      externalSlug: maybe(z.string()),
      linkedIssueIds: maybe(z.array(z.string())),
      url: maybe(z.string()),
    }),
  ),
  reviewComments: maybe(
    z.array(z.object({ externalDiscussionId: maybe(z.string()), externalNoteId: maybe(z.string()) })),
  ),
  historicalInfo: maybe(
    z.object({
      gitCommit: maybe(z.string()),
      gitBlob: maybe(z.string()),
      gitCommitTimestamp: maybe(z.string()),
    }),
  ),
  createdAt: instant,
  updatedAt: instant,
  /** When the state was last checked; an extension, like the two below. */
  validatedAt: maybe(instant),
  /** The salted hash that all places of the same secret share; made at ingest, nothing can be read from it. */
  secretHash: maybe(z.string()),
  /** Only with `include=finding`. */
  finding: maybe(codeFinding),
})
export type SecretFinding = z.infer<typeof secretFinding>
export const secretsAnswer = z.object({
  findings: z.array(secretFinding),
  cursor: z.string(),
  previous: maybe(z.string()),
})
