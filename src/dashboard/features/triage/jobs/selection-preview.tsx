import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { jobPreviewOptions } from '#api/findings/jobs.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import type { Draft } from '../form/draft.ts'
import { endOf } from '../form/end.ts'
import { type Decision, maxPerRequest, triageRequest } from '../saving/decision.ts'
import { selectionLabel } from './job-labels.ts'
import { SeverityCounts } from './severity-counts.tsx'

/** The debounce time of typing before a recount, in milliseconds. */
const debounce = 400

interface SelectionPreviewProps {
  deployment: string
  type: FindingType
  ids: readonly number[]
  /** The form that ignores them. */
  draft: Draft
}

/** How many of the selected rows ignoring would change, of which severities, and why not the others. */
export function SelectionPreview({ deployment, type, ids, draft }: SelectionPreviewProps) {
  const [note, setNote] = useState(draft.note)
  useEffect(() => {
    const timer = setTimeout(() => setNote(draft.note), debounce)
    return () => clearTimeout(timer)
  }, [draft.note])
  const decision: Decision = { state: 'ignored', reason: draft.reason, note, until: endOf(draft) }
  const { data } = useQuery({
    ...jobPreviewOptions(deployment, triageRequest(type, ids, decision)),
    enabled: ids.length > 1 && ids.length <= maxPerRequest,
  })
  if (!data) return null
  const label = selectionLabel(decision, data)
  return (
    <div className="grid basis-full gap-1 text-xs text-2">
      {label && <p>{label}</p>}
      <SeverityCounts counts={data.severities} />
    </div>
  )
}
