import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { type ImpactRequest, impactOptions } from '#api/policies.ts'
import { dropDraft, readDraft, storeDraft } from '#features/triage/form/draft.ts'
import { announce } from '#ui/live-region.tsx'
import { labels } from '../labels.ts'

export type Impact = ReturnType<typeof useImpact>

/**
 * Loads the impact of a change. The previous result stays until it is recounted, so that an event does not block Enter.
 */
export function useImpact(deployment: string, policyId: string, request: ImpactRequest) {
  const query = useQuery(impactOptions(deployment, policyId, request))
  const known = query.data !== undefined
  const failed = !known && query.error !== null && !query.isFetching
  return {
    data: query.data,
    isCounting: !known && !failed,
    failed,
    error: failed ? query.error : undefined,
    /** The rule is not, or no longer, in the policy. */
    isMissing: failed && explain(query.error).kind === 'missing',
    retry: () => void query.refetch(),
  }
}

const longestNote = 3000

/** Manages the note of a change. Its draft survives a reload and an expired session. */
export function useNoteDraft(key: string) {
  const [text, setText] = useState(() => readDraft(key)?.note ?? '')
  return {
    text,
    tooLong: text.length > longestNote,
    write: (next: string) => {
      setText(next)
      storeDraft(key, { note: next })
    },
    drop: () => dropDraft(key),
  }
}

/** Applies a change once its impact is known or failed to load; keeps the note if the change fails. */
export function useApply(
  { isCounting, isMissing }: Impact,
  note: ReturnType<typeof useNoteDraft>,
  onApply: (note: string | undefined) => Promise<boolean>,
) {
  const [applying, setApplying] = useState(false)
  const apply = async () => {
    if (applying || note.tooLong || isMissing) return
    if (isCounting) {
      announce(labels.impact.notLoaded)
      return
    }
    setApplying(true)
    try {
      if (await onApply(note.text.trim() === '' ? undefined : note.text.trim())) note.drop()
    } finally {
      setApplying(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void apply()
  }
  return { submit, applying }
}
