import type { PolicyMode } from '#api/policies.ts'
import { createUndoStack } from '#features/undo-stack.ts'

/** A change of this session that can be undone. */
export type Undoable = {
  deployment: string
  policyId: string
  text: string
  /** Resolves to whether the change was applied: a pending one can be undone, too. */
  made?: Promise<boolean>
} & ({ rulePath: string; mode: PolicyMode } | { changeId: string })

/** The changes of this session. After a reload they can be reverted in the policy's history. */
export const undoStack = createUndoStack({ most: 100, keyOf: (entry: Undoable) => entry })
