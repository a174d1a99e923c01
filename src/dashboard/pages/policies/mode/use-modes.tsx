import { type QueryClient, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { mayIn, meOptions } from '#api/me.ts'
import { type ModeChoice, settingModeKey } from '#api/policies.ts'
import { lazyDialog } from '#ui/lazy.tsx'
import { labels } from '../labels.ts'
import { choicesAfter } from './conflicts.ts'
import { type Undoable, undoStack } from './undo.ts'
import { useModeBatches, usePolicyChange, useSetMode } from './use-mode-changes.ts'
import { notify, useModeConflict } from './use-mode-conflict.ts'

const ConflictDialog = lazyDialog(() =>
  import('./conflict-dialog.tsx').then((module) => module.ConflictDialog),
)

/** Returns the pending changes, in order. */
function useWaitingChanges(deployment: string) {
  return useMutationState({
    filters: { mutationKey: ['set mode', deployment], status: 'pending' },
    select: ({ state, options }) => ({
      policyId: options.mutationKey?.[2],
      choice: state.variables as ModeChoice, // parse: the mutations of this key take nothing else
    }),
  })
}

/** Sends mode changes, with Undo and conflict resolution. */
function useModeChanges(deployment: string) {
  const { conflict, close, fail } = useModeConflict(deployment)
  const options = { deployment, fail, undo: (entry: Undoable) => void undo(entry) }
  const set = useSetMode(options)
  const { setMany, revert } = useModeBatches(options)
  const change = usePolicyChange(options)

  const undo = async (requested?: Undoable) => {
    const entry = requested ?? undoStack.newest(deployment)
    if (!entry) {
      notify({ title: labels.change.nothingToUndo, detail: labels.change.nothingToUndoDetail })
      return
    }
    undoStack.remove(entry)
    if (entry.made && !(await entry.made)) return
    const { policyId, text } = entry
    if ('rulePath' in entry) {
      await set(policyId, { rulePath: entry.rulePath, policyMode: entry.mode }, undefined, { undoing: text })
      return
    }
    const { changeId } = entry
    await revert(policyId, { changeId, text: labels.change.undone(text), undoing: text })
  }

  const resolve = (force: boolean) => {
    if (!conflict) return
    close()
    const { policyId, wanted, theirs, note } = conflict
    const choices = choicesAfter(conflict, force)
    const [first] = choices
    if (!first) return
    if (wanted.length > 1) void setMany(policyId, choices, { note }, conflict.onDone)
    else {
      const before = theirs.find(({ rulePath }) => rulePath === first.rulePath)?.mode
      void set(policyId, { ...first, note }, before)
    }
  }
  const dialog: ReactNode = conflict && (
    <Suspense>
      <ConflictDialog
        theirs={conflict.theirs}
        changes={conflict.wanted}
        onMine={() => resolve(true)}
        onTheirs={() => resolve(false)}
        onClose={close}
      />
    </Suspense>
  )
  return { set, setMany, change, revert, undo, dialog }
}

/** Changes the modes of rules: shown at once, sent in order per rule, with Undo and conflict resolution. */
export function useModes(deployment: string) {
  const client = useQueryClient()
  const { data: me } = useQuery(meOptions())
  const waiting = useWaitingChanges(deployment)
  const { set, setMany, change, revert, undo, dialog } = useModeChanges(deployment)
  return {
    waiting,
    /** Returns the displayed mode of a rule: the one this person chose last, otherwise the service's. */
    shown: (policyId: string, rulePath: string, known: string | null | undefined) =>
      waiting.findLast((one) => one.policyId === policyId && one.choice.rulePath === rulePath)?.choice
        .policyMode ?? known,
    /**
     * Returns the displayed mode without waiting for a render: a key may follow before the change of the previous key
     * has rendered.
     */
    now: (policyId: string, rulePath: string, known: string | null | undefined) =>
      pendingIn(client, deployment, policyId).findLast((one) => one.rulePath === rulePath)?.policyMode ??
      known,
    set: (policyId: string, choice: ModeChoice, before: string | null | undefined) =>
      set(policyId, choice, before),
    setMany,
    change,
    revert,
    undo: () => undo(),
    /** The dialog that resolves conflicting modes of two people. */
    dialog,
    /** Whether to offer what changes policies: not until it is known. */
    mayChange: mayIn(me, deployment, 'policies:write'),
    disabledReason: me && !mayIn(me, deployment, 'policies:write') ? labels.change.missingScope : undefined,
  }
}

export type Modes = ReturnType<typeof useModes>

/** Returns the chosen modes of a policy whose requests are pending, in order. */
function pendingIn(client: QueryClient, deployment: string, policyId: string): ModeChoice[] {
  const mutationKey = settingModeKey(deployment, policyId)
  return client
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .map(({ state }) => state.variables as ModeChoice) // parse: the mutations of this key take nothing else
}
