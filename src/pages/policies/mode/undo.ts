import type { PolicyMode } from '#api/policies.ts'
import { createUndoStack } from '#features/undo-stack.ts'

/** A change of this visit that can be undone. */
export type Undoable = {
  deployment: string
  policyId: string
  text: string
  /** Whether the change was made, once that is known: one on its way can be undone, too. */
  made?: Promise<boolean>
} & ({ rulePath: string; mode: PolicyMode } | { changeId: string })

/** The changes of this visit. After a reload the history of the policy takes them back. */
export const undoStack = createUndoStack({ most: 100, keyOf: (entry: Undoable) => entry })
