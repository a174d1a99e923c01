import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type JobRequest, jobPreviewOptions } from '#api/findings/jobs.ts'
import type { TriagePreview } from '#contract/responses/triage.ts'
import { type Decision, endIn } from '../saving/decision.ts'

/** The debounce time of typing before a recount, in milliseconds. */
const debounce = 400

/** Returns the request of a job: its findings and their triage. */
export function requestOf(findings: JobRequest, { state, reason, until, note, owner }: Decision): JobRequest {
  return {
    ...findings,
    ...(state ? { new_triage_state: state } : {}),
    ...(state === 'ignored' && reason ? { new_triage_reason: reason } : {}),
    ...(state === 'ignored' ? endIn({ until }) : {}),
    ...(note ? { new_note: note } : {}),
    ...(owner === undefined ? {} : { new_owner: owner }),
  }
}

interface NewCount {
  before: number
  preview: TriagePreview
  /** The preview that it replaces. */
  of: TriagePreview | undefined
}

/** Counts the findings that a triage would change, and recounts them when the note stops changing. */
export function useJobPreview(deployment: string, findings: JobRequest, decision: Decision) {
  // Reason and note determine which findings already have this triage. The service rejects a job whose count differs
  // from the displayed one, so the person need not wait for a recount.
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
    /** The service counted a different number than the displayed one. */
    newCount,
    counting: countedNote !== decision.note || preview.isFetching,
    error: shown ? undefined : preview.error,
    countNow: () => setCountedNote(decision.note),
    replace: (next: TriagePreview, before: number) => setChanged({ before, preview: next, of: preview.data }),
  }
}
