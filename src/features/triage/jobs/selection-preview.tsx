import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { jobPreviewOptions } from '#api/findings/jobs.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { type Decision, maxPerRequest, triageRequest } from '../saving/decision.ts'
import { selectionLabel } from './job-labels.ts'
import { SeverityCounts } from './severity-counts.tsx'

/** The debounce time of typing before a recount, in milliseconds. */
const debounce = 400

interface SelectionPreviewProps {
  deployment: string
  type: FindingType
  ids: readonly number[]
  decision: Decision
}

/** How many of the selected rows a triage would change, of which severities, and why not the others. */
export function SelectionPreview({ deployment, type, ids, decision }: SelectionPreviewProps) {
  const [note, setNote] = useState(decision.note)
  useEffect(() => {
    const timer = setTimeout(() => setNote(decision.note), debounce)
    return () => clearTimeout(timer)
  }, [decision.note])
  const { data } = useQuery({
    ...jobPreviewOptions(deployment, triageRequest(type, ids, { ...decision, note })),
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
