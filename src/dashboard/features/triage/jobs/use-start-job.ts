import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createJobOptions, type JobRequest, newPreviewOf } from '#api/findings/jobs.ts'
import { explain } from '#api/http/errors.ts'
import type { Job } from '#contract/responses/triage.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { decisionText } from '../decision-labels.ts'
import type { Decision } from '../saving/decision.ts'
import { undoSession } from '../undo-stack.ts'
import { jobTitle, jobDialogLabels as labels } from './job-labels.ts'
import { requestOf, type useJobPreview } from './use-job-preview.ts'
import { jobChange } from './use-undo-job.ts'
import { watchJob } from './watched-jobs.ts'

interface StartJobOptions {
  deployment: string
  findings: JobRequest
  decision: Decision
  preview: ReturnType<typeof useJobPreview>
  /** Whether something shown in the dialog prevents the job. */
  isBlocked: () => boolean
  onStarted: () => void
}

/** Records and announces a created job in this tab. */
function noteStarted(deployment: string, job: Job, decision: Decision, count: number): void {
  const undoable = { deployment, changeId: jobChange(job.id), jobId: job.id, ids: [], at: Date.now() }
  undoSession.push({ ...undoable, what: decisionText(decision) })
  watchJob(deployment, job.id)
  const title = labels.started
  const detail = labels.startedDetail(jobTitle(decision, count))
  announce(`${title}. ${detail}`)
  toast({ tone: 'ok', title, detail, slot: jobChange(job.id) })
}

/** Starts a job for exactly the counted findings. */
export function useStartJob(options: StartJobOptions) {
  const { deployment, findings, decision, preview, isBlocked, onStarted } = options
  const create = useMutation(createJobOptions(deployment))
  const { shown, counting } = preview
  // A confirmation before the count has loaded refers to the displayed number: the job starts once the count is loaded,
  // unless it differs.
  const [seen, setSeen] = useState<number>()
  useEffect(() => {
    if (seen === undefined || counting) return
    setSeen(undefined)
    if (preview.preview.data?.count === seen) void start()
  })
  const start = async () => {
    if (!shown || shown.count === 0 || create.isPending || isBlocked()) return
    if (counting) {
      preview.countNow()
      return setSeen(shown.count)
    }
    let job: Job
    try {
      job = await create.mutateAsync({ ...requestOf(findings, decision), expected_count: shown.count })
    } catch (error) {
      const now = newPreviewOf(error)
      if (now) {
        preview.replace(now, shown.count)
        announce(labels.countChangedTo(now.count))
      }
      return
    }
    noteStarted(deployment, job, decision, shown.count)
    onStarted()
  }
  return {
    start,
    isStarting: create.isPending || seen !== undefined,
    error: create.error && !newPreviewOf(create.error) ? explain(create.error) : undefined,
  }
}
