import type { PolicyMode } from '#api/policies.ts'

/** A change of this visit that can be undone. */
export type Undoable = {
  deployment: string
  policyId: string
  text: string
  /** Whether the change was made, once that is known: one on its way can be undone, too. */
  made?: Promise<boolean>
} & ({ rulePath: string; mode: PolicyMode } | { changeId: string })

const most = 100
let stack: readonly Undoable[] = []

/** The changes of this visit, the newest last. After a reload the history of the policy takes them back. */
export const undoStack = {
  push: (entry: Undoable) => {
    stack = [...stack, entry].slice(-most)
  },
  has: (entry: Undoable) => stack.includes(entry),
  /** Forgets a change that was refused. */
  drop: (entry: Undoable | undefined) => {
    stack = stack.filter((one) => one !== entry)
  },
  /** Takes the newest change of a deployment off, or the one that is named. */
  take: (deployment: string, entry?: Undoable): Undoable | undefined => {
    const undoable = entry ?? stack.findLast((one) => one.deployment === deployment)
    stack = stack.filter((one) => one !== undoable)
    return undoable
  },
}
