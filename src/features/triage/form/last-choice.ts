import { type Draft, dropDraft, readDraft, storeDraft } from './draft.ts'

const key = 'last choice'

/** The reason and note of the last ignored finding in this tab, for `Shift+I`. */
export const lastChoice = {
  read: (): Draft | undefined => readDraft(key),
  keep: (choice: Draft): void => {
    dropDraft(key)
    storeDraft(key, choice)
  },
}
