import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { type ImpactRequest, impactOptions } from '#api/policies.ts'
import { dropDraft, readDraft, storeDraft } from '#features/triage/form/draft.ts'
import { announce } from '#ui/live-region.tsx'
import { labels } from '../labels.ts'

/** A preview that is being counted, or is. */
export type Counting = Omit<ReturnType<typeof usePreview>, 'data'>

/**
 * Loads the impact of a change. The previous result stays until it is recounted, so that an event does not block Enter.
 */
export const useImpact = (deployment: string, policyId: string, request: ImpactRequest) =>
  usePreview(useQuery(impactOptions(deployment, policyId, request)))

/**
 * The state of a preview, whose previous result stays until it is recounted.
 * @param question what is previewed: another question is not stale.
 */
export function usePreview<Preview extends { revision?: number | null | undefined }>(
  query: UseQueryResult<Preview>,
  question = '',
) {
  const known = query.data !== undefined && !query.isPlaceholderData
  const stale = useStaleness(known ? (query.data?.revision ?? undefined) : undefined, question)
  const failed = !known && query.error !== null && !query.isFetching
  return {
    data: query.data,
    ...stale,
    isCounting: !known && !failed,
    failed,
    error: failed ? query.error : undefined,
    /** The rule is not, or no longer, in the policy. */
    isMissing: failed && explain(query.error).kind === 'missing',
    retry: () => void query.refetch(),
  }
}

/** Whether another change of policies made the preview stale that the person has seen, until they have seen the new one. */
function useStaleness(revision: number | undefined, question: string) {
  const [seen, setSeen] = useState<{ question: string; revision: number }>()
  const isSeen = seen?.question === question
  if (!isSeen && revision !== undefined) setSeen({ question, revision })
  return {
    revision,
    isStale: isSeen && revision !== undefined && seen.revision !== revision,
    see: () => setSeen(revision === undefined ? undefined : { question, revision }),
  }
}

/** What a change is applied with after its preview. */
export interface Confirmed {
  note?: string | undefined
  /** The revision of the policies that the preview was about. */
  expectedRevision?: number | undefined
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

/**
 * Applies a change once its impact is known or failed to load; keeps the note if the change fails. A preview that another
 * change made stale is not applied: the first time, it is only said to be seen.
 */
export function useApply(
  { isCounting, isMissing, isStale, see, revision, retry }: Counting,
  note: ReturnType<typeof useNoteDraft>,
  onApply: (confirmed: Confirmed) => Promise<boolean>,
) {
  const [applying, setApplying] = useState(false)
  const apply = async () => {
    if (applying || note.tooLong || isMissing) return
    if (isCounting) {
      announce(labels.impact.notLoaded)
      return
    }
    if (isStale) {
      see()
      return
    }
    setApplying(true)
    try {
      const confirmed = { note: note.text.trim() || undefined, expectedRevision: revision }
      if (await onApply(confirmed)) note.drop()
      else retry()
    } finally {
      setApplying(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void apply()
  }
  return { submit, apply, applying }
}
