import type { FindingType } from '#contract/vocabulary.ts'
import { ignoreEndOf } from '../end-text.ts'
import { reasonsFor } from '../labels.ts'
import type { Decision } from '../saving/decision.ts'
import { dropDraft, readDraft, storeDraft } from './draft.ts'
import { endFaultOf, endOf, endsFor, lastDayOf } from './end.ts'

const key = 'last choice'

/**
 * The reason, end and note of the last ignored finding in this tab, for `Shift+I`. An end that has passed is left out, and
 * an event that ends ignoring findings of other types.
 */
export const lastChoice = {
  read: (types: readonly FindingType[]): Pick<Decision, 'reason' | 'until' | 'note'> | undefined => {
    const draft = readDraft(key)
    if (!draft) return undefined
    const { reason, note } = draft
    if (!reasonsFor(types).some((choice) => choice.reason === reason)) return undefined
    const event = ignoreEndOf(draft.until)
    const isOver = event ? !endsFor(types).includes(event) : endFaultOf(draft, new Date())
    return { reason, note, until: isOver ? undefined : endOf(draft) }
  },
  keep: ({ reason, until, note = '' }: Decision): void => {
    dropDraft(key)
    storeDraft(key, { reason, note, until: lastDayOf(until) })
  },
}
