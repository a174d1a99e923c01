import * as z from 'zod/mini'
import { findingSetQuery } from './findings-query.ts'
import { bySlug, operation } from './operation.ts'
import { flag, listOf, uint32, whole } from './query.ts'
import { findingTypes, newTriageStates, triageReasons } from './vocabulary.ts'

/** A filter in a JSON body: the query parameters as JSON; a list may also be one text with commas. */
const anyFilterValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  listOf(z.union([z.string(), z.number()]), 5000),
])
const { issue_type: _, ...setFilter } = findingSetQuery
// parse: one field for each name of the filter, which the mapping cannot say in types.
const filterFields = Object.fromEntries(
  Object.keys(setFilter).map((name) => [name, z.optional(anyFilterValue)]),
) as Record<keyof typeof setFilter, z.ZodMiniOptional<typeof anyFilterValue>>

const triageFields = {
  issue_type: z.enum(findingTypes),
  issue_ids: z.optional(listOf(uint32, 3000, 1)),
  ...filterFields,
  new_triage_state: z.optional(z.enum(newTriageStates)),
  new_triage_reason: z.optional(z.enum(triageReasons)),
  new_note: z.optional(z.string().check(z.maxLength(3000, { error: 'is longer than 3000 characters' }))),
  /** The instant at which the list was answered; findings decided since then make it a conflict. */
  seen_at: z.optional(z.string().check(z.iso.datetime({ offset: true }))),
} as const

export const triage = operation({
  id: 'triage',
  method: 'POST',
  path: `${bySlug}/triage`,
  mark: 'extension',
  summary: 'Triage findings by id or filter, all or nothing',
  description:
    'Every instance of the same finding in its project takes the decision. `seen_at` makes findings decided since then a 409 with `conflicts`. `change_id` undoes it for 24 hours.',
  scopes: ['findings:triage'],
  body: z.object({
    ...triageFields,
    limit: z.optional(z.int().check(z.gte(1), z.lte(3000)).register(z.globalRegistry, { default: 3000 })),
  }),
  stale: ['findings', 'secrets', 'projects', 'rules', 'policies', 'me'],
})
export type TriageRequest = z.infer<(typeof triage)['body']>

export const undoTriage = operation({
  id: 'undoTriage',
  method: 'POST',
  path: `${bySlug}/triage/changes/{change_id}/undo`,
  mark: 'extension',
  summary: 'Undo a triage change within 24 hours',
  description: 'Findings that were decided again since are left alone and named in `skipped`.',
  scopes: ['findings:triage'],
  stale: ['findings', 'secrets', 'projects', 'rules', 'policies', 'me'],
})

export const listTriageChanges = operation({
  id: 'listTriageChanges',
  method: 'GET',
  path: `${bySlug}/triage/changes`,
  mark: 'extension',
  summary: 'List triage changes, newest first, with the time until each can be undone',
  description:
    'What a job decided stands there once, with `job_id` and the count of all its batches, those that came along included; it is undone with the job. At most 50 where `limit` is not given.',
  scopes: ['findings:read'],
  query: { mine: flag, limit: whole(1, 500) },
})

export const createTriageJob = operation({
  id: 'createTriageJob',
  method: 'POST',
  path: `${bySlug}/triage/jobs`,
  mark: 'extension',
  summary: 'Triage all findings of a filter as a job, or preview it',
  description:
    'With `preview=true` nothing changes. `count` is how many findings of the filter (or of `issue_ids`) the job decides; those that match and stand so already, or that somebody else decided since `seen_at`, are in `skipped` and not in `count`, so that both together are the total of the list. `projects` splits `count`; `fixed` and `muted` are those of it that take the decision and keep the status that a scan gave them. `along` is how many further instances on other refs take the decision too. Without `preview` the `count` that was seen is required as `expected_count`; another one is a 409 with the new preview as members, and nothing is made. The answer is then the job. It works in batches of at most 1,000; what somebody decides, a scan removes, or stands so already before its batch comes is left alone and counted in `skipped` of the job, so that `done` and `skipped` together reach `total`.',
  scopes: ['findings:triage'],
  query: { preview: flag },
  body: z.object({ ...triageFields, expected_count: z.optional(z.int().check(z.gte(0))) }),
  success: 202,
  stale: ['jobs'],
})

export const listJobs = operation({
  id: 'listJobs',
  method: 'GET',
  path: `${bySlug}/jobs`,
  mark: 'extension',
  summary: 'List jobs, newest first',
  scopes: ['findings:read'],
  query: { mine: flag, limit: whole(1, 500) },
})

export const getJob = operation({
  id: 'getJob',
  method: 'GET',
  path: `${bySlug}/jobs/{id}`,
  mark: 'extension',
  summary: 'Read one job',
  scopes: ['findings:read'],
})

export const cancelJob = operation({
  id: 'cancelJob',
  method: 'POST',
  path: `${bySlug}/jobs/{id}/cancel`,
  mark: 'extension',
  summary: 'Cancel a job; completed changes are kept',
  description: 'A job that has ended already is a 409. What a cancelled job decided can be undone.',
  scopes: ['findings:triage'],
  stale: ['jobs'],
})

export const undoJob = operation({
  id: 'undoJob',
  method: 'POST',
  path: `${bySlug}/jobs/{id}/undo`,
  mark: 'extension',
  summary: 'Undo the changes of a job within 24 hours of its end',
  description:
    'Answers a job of kind `undo`, which puts back state, reason, note and time of each finding that still stands as the job left it, newest first; the others are counted in its `skipped`. Instances that came along count, so that its `total` may be above the `done` of the job it undoes (`undoes`). A 409 where the job still runs, ended more than 24 hours ago, or was undone already. An undoing that was cancelled can be asked for again and goes on.',
  scopes: ['findings:triage'],
  success: 202,
  stale: ['jobs'],
})
