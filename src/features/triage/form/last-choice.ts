import type { Decision } from '../saving/decision.ts'
import { dropDraft, readDraft, storeDraft } from './draft.ts'
import { endFaultOf, endOf, lastDayOf } from './end.ts'

const key = 'last choice'

/** The reason, end and note of the last ignored finding in this tab, for `Shift+I`. An end that has passed is left out. */
export const lastChoice = {
  read: (): Pick<Decision, 'reason' | 'until' | 'note'> | undefined => {
    const draft = readDraft(key)
    if (!draft) return undefined
    const { reason, note } = draft
    return { reason, note, until: endFaultOf(draft, new Date()) ? undefined : endOf(draft) }
  },
  keep: ({ reason, until, note = '' }: Decision): void => {
    dropDraft(key)
    storeDraft(key, { reason, note, until: lastDayOf(until) })
  },
}
