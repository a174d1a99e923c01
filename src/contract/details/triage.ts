import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

import { findingSetQuery } from '../parameters/findings-query.ts'
import { ownerText } from '../parameters/owner.ts'
import { listOf } from '../parameters/query.ts'
import { uint32 } from '../parameters/uint32.ts'
import { findingTypes, ignoreEnds, newTriageStates, triageReasons } from '../vocabulary.ts'

/** A filter in a JSON body: the query parameters as JSON; a list may also be a comma-separated text. */
const anyFilterValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  listOf(z.union([z.string(), z.number()]), 5000),
])

const { issue_type: _, ...setFilter } = findingSetQuery

// parse: one field for each name of the filter, which the types of the mapping cannot express.
const filterFields = Object.fromEntries(
  Object.keys(setFilter).map((name) => [name, z.optional(anyFilterValue)]),
) as Record<keyof typeof setFilter, z.ZodMiniOptional<typeof anyFilterValue>>

const triageFields = {
  issue_type: z.enum(findingTypes),
  issue_ids: z.optional(listOf(uint32, 3000, 1)),
  ...filterFields,
  new_triage_state: z.optional(z.enum(newTriageStates)),
  new_triage_reason: z.optional(z.enum(triageReasons)),
  /** When the findings are reopened, for `ignored`: an instant, or a day, at 24:00 in the time zone of the deployment. */
  new_ignored_until: z.optional(
    z.union([z.string().check(z.iso.datetime({ offset: true })), z.string().check(z.iso.date())]),
  ),
  /** What reopens them beside that: a known fix (supply chain), other code on the primary branch (code, secrets), or an active secret. */
  new_ignore_ends: z.optional(z.nullable(z.enum(ignoreEnds))),
  new_note: z.optional(z.string().check(z.maxLength(3000, { error: 'is longer than 3000 characters' }))),
  /** Who owns the findings from now on, whatever rules say; null for nobody. */
  new_owner: z.optional(z.nullable(ownerText())),
  /** The time of the list's response; findings triaged since then cause a conflict. */
  seen_at: z.optional(z.string().check(z.iso.datetime({ offset: true }))),
} as const

export const triageBody = z.object({
  ...triageFields,
  limit: z.optional(z.int().check(z.gte(1), z.lte(3000)).register(z.globalRegistry, { default: 3000 })),
})

export const createTriageJobBody = z.object({
  ...triageFields,
  expected_count: z.optional(z.int().check(z.gte(0))),
})

export const details = {
  triage: {
    mark: 'extension',
    summary: 'Triage findings by id or filter, all or nothing',
    description:
      'Triages all instances of each finding in its project. If someone triaged a finding after `seen_at`, the response is 409 with `conflicts`. `change_id` can be used to undo the change for 24 hours. With `new_ignored_until`, Gatehouse reopens ignored findings at that time; a day ends at 24:00 in the time zone of the deployment. `new_ignore_ends` reopens them when something happens: `fix_available` (supply chain) when a scan knows a version with a fix, `code_changed` (code and secrets) when a scan of the primary branch finds other code there. `secret_active` (secrets) when a scan finds the value valid anywhere; the reason `revoked` (secrets) always ends with it. `new_owner` assigns the findings to a person (`person:Ann`), a team (`team:Payments`) or a handle (`@acme/payments`), or to nobody with null; alone it leaves the triage, and who did it, as they are. Where ignoring needs approval, it is requested for critical and high findings (`approval_id`, `requested_issues`); without a reason and a note, the response is 400.',
    body: triageBody,
  },
  undoTriage: {
    mark: 'extension',
    summary: 'Undo a triage change within 24 hours',
    description: 'Findings that were triaged again since are not changed and are listed in `skipped`.',
  },
  listTriageChanges: {
    mark: 'extension',
    summary: 'List triage changes, newest first, with the time until each can be undone',
    description:
      'A job is one entry, with `job_id` and the count of all its batches, including instances on other refs; it is undone with the job. `limit` defaults to 50.',
  },
  createTriageJob: {
    mark: 'extension',
    summary: 'Triage all findings of a filter as a job, or preview it',
    description:
      'With `preview=true`, nothing is changed. `count` is the number of findings that match the filter (or `issue_ids`) and will be triaged. `skipped` counts matching findings that already have this triage or that someone else triaged after `seen_at`; `count` and `skipped` add up to the total of the list. `projects` splits `count` by project, `severities` by severity. `fixed` and `muted` are the findings in `count` that keep the status set by a scan. `along` is the number of further instances on other refs, `requested` the findings in `count` for which ignoring is only requested, since it needs approval.\n\nWithout `preview`, `expected_count` is required: the `count` of the preview. If the count has changed since, the response is 409 with a new preview, and no job is created. Otherwise the response is the job. It works in batches of at most 1,000. Findings that someone triages, a scan removes, or that already have this triage before their batch runs are not changed and are counted in `skipped`; `done` and `skipped` add up to `total`.',
    body: createTriageJobBody,
  },
  listJobs: {
    mark: 'extension',
    summary: 'List jobs, newest first',
  },
  getJob: {
    mark: 'extension',
    summary: 'Read a job',
  },
  cancelJob: {
    mark: 'extension',
    summary: 'Cancel a job; completed changes are kept',
    description: 'Returns 409 if the job has ended. The findings that a canceled job triaged can be undone.',
  },
  undoJob: {
    mark: 'extension',
    summary: 'Undo the changes of a job within 24 hours of its end',
    description:
      'Returns a job of kind `undo`. It restores the state, reason, note and time of each finding that nobody triaged after the job, newest first, and counts the others in `skipped`. Instances on other refs are included, so its `total` can be greater than the `done` of the job that it undoes (`undoes`). Returns 409 if the job is still running, ended more than 24 hours ago, or was already undone. A canceled undo job can be started again and continues.',
  },
} satisfies Record<string, OperationDetails>
