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

/** The polling interval of running jobs, in milliseconds: there are no events for their progress. */
const whileRunning = 1000

/** Whether a job is still running. */
export function isActive({ state }: Pick<Job, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** Returns the query options of the person's own jobs, newest first. They are polled every second while one runs. */
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

/** The triage of a job and its findings: the body of `POST triage/jobs`. */
export type JobRequest = Omit<TriageRequest, 'limit'>

/**
 * Returns the query options of a job's preview. It is not refetched automatically: the preview must not change
 * unnoticed. The previous counts stay as placeholder while new ones load.
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
 * Creates a job. `expected_count` is the count of the displayed preview; if it has changed the error is a conflict,
 * from which `newPreviewOf` returns the current preview.
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

/** Returns the preview in a conflict; undefined for any other error. */
export function newPreviewOf(error: unknown): TriagePreview | undefined {
  const { kind, members } = explain(error)
  const { count, along, projects, skipped, fixed, muted } = members
  if (kind !== 'conflict' || typeof count !== 'number' || typeof along !== 'number') return undefined
  if (!Array.isArray(projects) || !Array.isArray(skipped)) return undefined
  // parse: the members of the operation's own 409, which are those of a preview.
  return { count, along, projects, skipped, fixed, muted } as TriagePreview
}

/** Cancels a job; the triage it has already applied is kept. */
export function cancelJobOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (id: string) => call(cancelJob, { path: { deploymentSlug: deployment, id } }),
    meta: metaOf(cancelJob),
  })
}

/** Undoes the triage of a job, as a separate job. */
export function undoJobOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (id: string) => call(undoJob, { path: { deploymentSlug: deployment, id } }),
    meta: metaOf(undoJob),
  })
}

/** Returns the query options of the person's own triages, newest first; those of a job are one entry. */
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
