import * as z from 'zod/mini'
import {
  findingTypes,
  ignoreEnds,
  jobStates,
  newTriageStates,
  triageReasons,
  triageStates,
} from '../vocabulary.ts'
import { instant, maybe, open, uint32 } from './shapes.ts'

export const triageAnswer = z.object({
  num_triaged: z.int(),
  triaged_issues: z.array(uint32),
  change_id: z.string(),
  /** Only where ignoring needs approval: the request, and the findings that wait for it. */
  approval_id: maybe(z.string()),
  requested_issues: maybe(z.array(uint32)),
})
export type TriageAnswer = z.infer<typeof triageAnswer>

/** Why a requested finding was skipped. */
const skippedFindings = {
  /**
   * `unchanged`: it already has this triage; `triaged_since`: somebody else triaged it since; `removed`: it no longer
   * exists; `unapproved`: ignoring it needs approval.
   */
  code: maybe(open('unchanged', 'triaged_since', 'removed', 'unapproved')),
  reason: z.string(),
} as const
const skipped = z.array(z.object({ ...skippedFindings, count: z.int() }))

export const undoAnswer = z.object({
  num_undone: z.int(),
  skipped: z.array(z.object({ id: uint32, ...skippedFindings })),
})

export const conflict = z.object({
  id: uint32,
  triage_state: open(...triageStates),
  triage_reason: z.nullable(open(...triageReasons)),
  ignored_until: z.nullable(instant),
  ignore_ends: maybe(open(...ignoreEnds)),
  note: z.nullable(z.string()),
  by: z.nullable(z.string()),
  at: z.nullable(instant),
})

export const triagePreview = z.object({
  /** The requested findings that the job triages. */
  count: z.int(),
  /** Their other instances, on refs that were not requested, which get the same triage. */
  along: z.int(),
  projects: z.array(z.object({ name: z.string(), count: z.int() })),
  /** `count` by severity, zeros included. */
  severities: maybe(z.record(z.string(), z.int())),
  skipped,
  /** The part of `count` that keeps its status from a scan. */
  fixed: maybe(z.int()),
  muted: maybe(z.int()),
  /** The part of `count` for which ignoring is requested, since it needs approval. */
  requested: maybe(z.int()),
})

export type TriagePreview = z.infer<typeof triagePreview>

/** The triage fields of a job or a list of triages. */
const decisionFields = {
  issue_type: z.enum(findingTypes),
  to_state: z.nullable(open(...newTriageStates)),
  reason: z.nullable(open(...triageReasons)),
  note: z.nullable(z.string()),
  /** When the findings are reopened; null for never. */
  ignored_until: z.nullable(instant),
  /** What else reopens them, or did; omitted if nothing does. */
  ignore_ends: maybe(open(...ignoreEnds)),
  /** Who owns the findings since, null for nobody; omitted if the owner was left. */
  owner: maybe(z.string()),
} as const

export const job = z.object({
  id: z.string(),
  kind: open('triage', 'undo', 'import', 'retention', 'owners'),
  /** The job that a job of kind `undo` undoes. */
  undoes: z.nullable(z.string()),
  state: open(...jobStates),
  done: z.int(),
  total: z.int(),
  skipped,
  error: z.nullable(z.string()),
  /** For an import that is done: its scan. */
  result: z.nullable(z.object({ scan_id: uint32 })),
  /** For a job of kind `owners`: the findings that got another owner, of all that it looked at. */
  assigned: maybe(z.int()),
  /** For a job of kind `triage`: the part of `done` for which ignoring was only requested, since it needs approval. */
  requested: maybe(z.int()),
  by: z.string(),
  at: instant,
  finished_at: z.nullable(instant),
  /** Until when it can be undone; null if it cannot be undone, or already was. */
  undo_until: z.nullable(instant),
  undone_at: z.nullable(instant),
  ...decisionFields,
})
export type Job = z.infer<typeof job>
export const jobsAnswer = z.object({ jobs: z.array(job) })

export const triageChangesAnswer = z.object({
  changes: z.array(
    z.object({
      id: z.string(),
      at: instant,
      by: z.string(),
      count: z.int(),
      /** The part of `count` for which ignoring was only requested; omitted if it was for none. */
      requested: maybe(z.int()),
      /** The first ten of its findings; if there is only one, for a link. */
      finding_ids: z.array(uint32),
      /** The job that made it; such a change is undone with its job. */
      job_id: z.nullable(z.string()),
      undo_until: z.nullable(instant),
      undone_at: z.nullable(instant),
      ...decisionFields,
    }),
  ),
})
export type TriageChange = z.infer<typeof triageChangesAnswer>['changes'][number]
