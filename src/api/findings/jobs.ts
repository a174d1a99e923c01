import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  cancelJob,
  createTriageJob,
  listJobs,
  listTriageChanges,
  type TriageRequest,
  undoJob,
} from '#contract/operations/triage.ts'
import type { Job, TriagePreview } from '#contract/responses/triage.ts'
import { metaOf } from '../cache/query-client.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { explain } from '../http/errors.ts'
import { call } from '../http/transport.ts'

/** How often running jobs are requested, in milliseconds: their progress is no event of its own. */
const whileRunning = 1000

/** Whether a job still works. */
export function isActive({ state }: Pick<Job, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** The options of the person's own jobs, newest first. While one runs they are requested every second. */
export function jobsOptions(deployment: string) {
  return queryOptions({
    queryKey: ['jobs', deployment, 'mine'] as const,
    queryFn: async ({ signal }) => {
      const query = { mine: true, limit: 50 }
      return (await call(listJobs, { path: { deploymentSlug: deployment }, query, signal })).jobs
    },
    staleTime: staleTimes.changing,
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? whileRunning : false),
  })
}

/** What a job decides and about which findings: the body of `POST triage/jobs`. */
export type JobRequest = Omit<TriageRequest, 'limit'>

/**
 * The options of what a job would do. It is not asked again by itself: what a person saw must not change unseen. The
 * counts of the question before stay (as placeholder) while new ones are on their way.
 */
export function jobPreviewOptions(deployment: string, request: JobRequest) {
  return queryOptions({
    queryKey: ['job preview', deployment, request] as const,
    queryFn: async ({ signal }): Promise<TriagePreview> => {
      const path = { deploymentSlug: deployment }
      const answer = await call(createTriageJob, { path, query: { preview: true }, body: request, signal })
      if ('projects' in answer) return answer
      throw new Error('a preview was asked for, and a job was answered')
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/**
 * Makes a job. `expected_count` is the count of the preview that the person saw; where it no longer holds the error is
 * a conflict, of which `newPreviewOf` gives the preview that holds now.
 */
export function createJobOptions(deployment: string) {
  return mutationOptions({
    mutationFn: async (request: JobRequest & { expected_count: number }): Promise<Job> => {
      const answer = await call(createTriageJob, { path: { deploymentSlug: deployment }, body: request })
      if ('state' in answer) return answer
      throw new Error('a job was asked for, and a preview was answered')
    },
    meta: metaOf(createTriageJob),
  })
}

/** The preview that a refusal carries; undefined where it was refused for another reason. */
export function newPreviewOf(error: unknown): TriagePreview | undefined {
  const { kind, members } = explain(error)
  const { count, along, projects, skipped, fixed, muted } = members
  if (kind !== 'conflict' || typeof count !== 'number' || typeof along !== 'number') return undefined
  if (!Array.isArray(projects) || !Array.isArray(skipped)) return undefined
  // parse: members of the operation's own 409, which are those of a preview
  return { count, along, projects, skipped, fixed, muted } as TriagePreview
}

/** Cancels a job; what it decided so far is kept. */
export function cancelJobOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (id: string) => call(cancelJob, { path: { deploymentSlug: deployment, id } }),
    meta: metaOf(cancelJob),
  })
}

/** Undoes what a job decided, as a job of its own. */
export function undoJobOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (id: string) => call(undoJob, { path: { deploymentSlug: deployment, id } }),
    meta: metaOf(undoJob),
  })
}

/** The options of the person's own decisions, newest first; those of a job stand there once. */
export function decisionsOptions(deployment: string) {
  return queryOptions({
    queryKey: ['findings', deployment, 'decisions'] as const,
    queryFn: async ({ signal }) => {
      const query = { mine: true, limit: 200 }
      return (await call(listTriageChanges, { path: { deploymentSlug: deployment }, query, signal })).changes
    },
    staleTime: 0,
  })
}
