import { type MutationOptions, useQueryClient } from '@tanstack/react-query'
import {
  type ModeChoice,
  type PolicyChanged,
  type Revert,
  revertOptions,
  ruleListsKey,
  setModeOptions,
  setModesOptions,
} from '#api/policies.ts'
import { modeLabel } from '#features/policies/names.ts'
import { announce } from '#ui/live-region.tsx'
import { labels } from '../labels.ts'
import { shownTag, writeRules } from './cached-rules.ts'
import type { RequestedMode } from './conflicts.ts'
import { knownMode } from './modes.ts'
import { runMutation } from './run-mutation.ts'
import { type Undoable, undoStack } from './undo.ts'
import { type FailedChange, notify, shortName } from './use-mode-conflict.ts'

interface ChangesOptions {
  deployment: string
  fail: (failed: FailedChange) => void
  undo: (entry: Undoable) => void
}

/** Shows a toast about changed modes, with Undo if possible. */
function notifyChanged(text: string, undo: (() => void) | undefined): void {
  announce(text)
  notify({
    title: text,
    tone: 'ok',
    ...(undo ? { action: { label: labels.change.undo, run: undo } } : {}),
  })
}

/** Sets a mode and shows it at once. Never rejects: errors are shown to the person. */
export function useSetMode({ deployment, fail, undo }: ChangesOptions) {
  const client = useQueryClient()
  return async (
    policyId: string,
    choice: ModeChoice,
    before: string | null | undefined,
    { undoing }: { undoing?: string } = {},
  ): Promise<boolean> => {
    const { rulePath, policyMode } = choice
    const etag = () => shownTag(client, deployment, policyId, rulePath)
    const request = runMutation(
      client,
      {
        ...setModeOptions(deployment, policyId, etag),
        // Must run before the mutation settles, otherwise the old mode would appear briefly.
        onSuccess: (answer) => writeRules(client, deployment, policyId, [answer.updatedRule]),
      },
      choice,
    )
    const made = request.then(
      () => true,
      () => false,
    )
    const text = labels.change.done(shortName(rulePath), modeLabel(policyMode))
    const modeBefore = undoing === undefined ? knownMode(before) : undefined
    const entry: Undoable | undefined =
      modeBefore && modeBefore !== policyMode
        ? { deployment, policyId, text, rulePath, mode: modeBefore, made }
        : undefined
    if (entry) undoStack.push(entry)
    try {
      await request
      const undoable = entry && undoStack.has(entry) ? entry : undefined
      notifyChanged(
        undoing === undefined ? text : labels.change.undone(undoing),
        undoable && (() => undo(undoable)),
      )
      return true
    } catch (error) {
      if (entry) undoStack.remove(entry)
      fail({ error, policyId, wanted: [choice], note: choice.note, undoing })
      return false
    }
  }
}

/** A change to revert, and what to say once it is. */
type RevertRequest = Revert & { text: string; undoing?: string }

/** Says what was changed and offers Undo, and requests again which rules a policy has. */
function useMade({ deployment, undo }: Pick<ChangesOptions, 'deployment' | 'undo'>) {
  const client = useQueryClient()
  return {
    remember: (text: string, policyId: string, changeId: string | null | undefined) => {
      const entry: Undoable | undefined = changeId ? { deployment, policyId, text, changeId } : undefined
      if (entry) undoStack.push(entry)
      notifyChanged(text, entry && (() => undo(entry)))
    },
    refetchRules: (policyId: string) =>
      void client.refetchQueries({ queryKey: ruleListsKey(deployment, policyId), type: 'active' }),
  }
}

/** Makes changes of policies other than of modes, with Undo. */
export function usePolicyChange(options: Pick<ChangesOptions, 'deployment' | 'undo'>) {
  const client = useQueryClient()
  const { remember, refetchRules } = useMade(options)
  /**
   * @param policyId of a policy that is gone afterwards.
   * @throws ApiError if the service refuses it: the dialog that asked says why.
   */
  return async <Variables>(
    mutation: MutationOptions<PolicyChanged, Error, Variables>,
    variables: Variables,
    text: string,
    policyId?: string,
  ) => {
    const answer = await runMutation(client, mutation, variables)
    const id = answer.policy?.id ?? policyId ?? ''
    refetchRules(id)
    remember(text, id, answer.changeId)
    return answer
  }
}

/** Sets several modes, and reverts changes. Neither rejects: errors are shown to the person. */
export function useModeBatches({ deployment, fail, undo }: ChangesOptions) {
  const client = useQueryClient()
  const { remember, refetchRules } = useMade({ deployment, undo })

  /** Sets several modes, all or nothing; `onDone` is also called if a conflict was resolved first. */
  const setMany = async (
    policyId: string,
    wanted: readonly RequestedMode[],
    { note, expectedRevision }: Pick<ModeChoice, 'note' | 'expectedRevision'>,
    onDone?: () => void,
  ) => {
    try {
      const options = setModesOptions(deployment, policyId)
      const answer = await runMutation(client, options, { changes: [...wanted], note, expectedRevision })
      writeRules(client, deployment, policyId, answer.updatedRules)
      const modes = new Set(wanted.map(({ policyMode }) => policyMode))
      const mode = modes.size === 1 ? modeLabel(wanted[0]?.policyMode) : labels.change.changed
      const changed = wanted.filter(({ policyMode, expectedMode }) => policyMode !== expectedMode).length
      remember(labels.change.done(labels.change.rules(changed), mode), policyId, answer.changeId)
      onDone?.()
      return true
    } catch (error) {
      fail({ error, policyId, wanted, note, onDone })
      return false
    }
  }

  /** Reverts a change; one that is refused, because somebody changed the same since, is not made. */
  const revert = async (policyId: string, { text, undoing = text, ...change }: RevertRequest) => {
    try {
      const answer = await runMutation(client, revertOptions(deployment, policyId), change)
      // Of a change of modes only; others may have changed which rules there are.
      if (answer.updatedRules.length > 0) writeRules(client, deployment, policyId, answer.updatedRules)
      else refetchRules(policyId)
      remember(text, policyId, answer.changeId)
      return true
    } catch (error) {
      fail({ error, policyId, wanted: [], note: change.note, undoing })
      return false
    }
  }
  return { setMany, revert }
}
