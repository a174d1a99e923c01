import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type JobRequest, jobPreviewOptions } from '#api/findings/jobs.ts'
import type { TriagePreview } from '#contract/responses/triage.ts'
import type { Decision } from '../saving/decision.ts'

/** How long typing rests before the findings are counted again, in milliseconds. */
const debounce = 400

/** The request of a job: which findings, and what is decided for them. */
export function requestOf(findings: JobRequest, { state, reason, note }: Decision): JobRequest {
  return {
    ...findings,
    ...(state ? { new_triage_state: state } : {}),
    ...(state === 'ignored' && reason ? { new_triage_reason: reason } : {}),
    ...(note ? { new_note: note } : {}),
  }
}

interface NewCount {
  before: number
  preview: TriagePreview
  /** The preview that it replaces. */
  of: TriagePreview | undefined
}

/** Counts the findings that a decision would change, and again once its note rests. */
export function useJobPreview(deployment: string, findings: JobRequest, decision: Decision) {
  // Reason and note decide what stands so already. The service makes no job of another number than was seen, so that
  // nobody has to wait for it to be counted once more.
  const [countedNote, setCountedNote] = useState(decision.note)
  useEffect(() => {
    const timer = setTimeout(() => setCountedNote(decision.note), debounce)
    return () => clearTimeout(timer)
  }, [decision.note])
  const request = requestOf(findings, { ...decision, note: countedNote })
  const preview = useQuery(jobPreviewOptions(deployment, request))
  const [changed, setChanged] = useState<NewCount>()
  const newCount =
    changed?.of === preview.data || changed?.preview.count === preview.data?.count ? changed : undefined
  const shown = newCount?.preview ?? preview.data
  return {
    preview,
    shown,
    /** The service counted another number than was shown. */
    newCount,
    counting: countedNote !== decision.note || preview.isFetching,
    error: shown ? undefined : preview.error,
    countNow: () => setCountedNote(decision.note),
    replace: (next: TriagePreview, before: number) => setChanged({ before, preview: next, of: preview.data }),
  }
}
