import { type QueryClient, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { may, meOptions } from '#api/me.ts'
import {
  type ModeChoice,
  revertOptions,
  setModeOptions,
  setModesOptions,
  settingModeKey,
} from '#api/policies.ts'
import { lazyDialog } from '#ui/lazy.tsx'
import { announce } from '#ui/live-region.tsx'
import { type ToastRequest, toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import { ruleTitle } from '../policy/rule-labels.ts'
import { shownTag, writeRules } from './cached-rules.ts'
import { type CurrentMode, currentIn, currentModesIn, errorText, type RequestedMode } from './conflicts.ts'
import { knownMode, modeLabel } from './modes.ts'
import { runMutation } from './run-mutation.ts'
import { type Undoable, undoStack } from './undo.ts'

const ConflictDialog = lazyDialog(() =>
  import('./conflict-dialog.tsx').then((module) => module.ConflictDialog),
)

interface ModeConflict {
  policyId: string
  theirs: readonly CurrentMode[]
  wanted: readonly RequestedMode[]
  note: string | undefined
  /** Hears when the change is made after all. */
  onDone: (() => void) | undefined
}

const notify = (request: ToastRequest) => toast({ ...request, slot: 'mode' })
/** What a rule is called where its own title is not at hand. */
const shortName = (path: string) => ruleTitle({ path })

interface FailedChange {
  error: unknown
  policyId: string
  wanted: readonly RequestedMode[]
  note: string | undefined
  onDone?: (() => void) | undefined
}

/** Opens the choice between two people's modes where a change failed for that reason, else says why it failed. */
function useModeConflict(deployment: string) {
  const client = useQueryClient()
  const [conflict, setConflict] = useState<ModeConflict>()
  const fail = ({ error, policyId, wanted, note, onDone }: FailedChange) => {
    const theirs = currentModesIn(error)
    const current = currentIn(error)
    if (current) writeRules(client, deployment, policyId, [current])
    if (theirs.length > 0 && wanted.length > 0) {
      return setConflict({ policyId, theirs, wanted, note, onDone })
    }
    const { kind, title } = explain(error)
    // An ended session has a page of its own, which comes back here.
    if (kind === 'expired') return
    const what =
      wanted.length === 1 ? shortName(wanted[0]?.rulePath ?? '') : labels.change.rules(wanted.length)
    notify({ title: labels.change.failed(what, title), detail: errorText(error), tone: 'danger' })
  }
  return { conflict, close: () => setConflict(undefined), fail }
}

/** Says that modes were changed, with Undo where they can be. */
function notifyChanged(text: string, undo: (() => void) | undefined): void {
  announce(text)
  notify({
    title: text,
    tone: 'ok',
    ...(undo ? { action: { label: labels.change.undo, run: undo } } : {}),
  })
}

interface ChangesOptions {
  deployment: string
  fail: (failed: FailedChange) => void
  undo: (entry: Undoable) => void
}

/** The requests that change modes. None rejects: who was refused has been told. */
function useModeChanges({ deployment, fail, undo }: ChangesOptions) {
  const client = useQueryClient()
  const done = (text: string, entry: Undoable | undefined) =>
    notifyChanged(text, entry && (() => undo(entry)))
  const remember = (text: string, policyId: string, changeId: string | null | undefined) => {
    const entry: Undoable | undefined = changeId ? { deployment, policyId, text, changeId } : undefined
    if (entry) undoStack.push(entry)
    done(text, entry)
  }

  /** Sets one mode; what is shown follows at once. */
  const set = async (
    policyId: string,
    choice: ModeChoice,
    before: string | null | undefined,
    { undoing }: { undoing?: string } = {},
  ): Promise<boolean> => {
    const { rulePath, policyMode } = choice
    const etag = () => shownTag(client, deployment, policyId, rulePath)
    const sent = runMutation(
      client,
      {
        ...setModeOptions(deployment, policyId, etag),
        // Before the change counts as answered, or the old mode would flash up.
        onSuccess: (answer) => writeRules(client, deployment, policyId, [answer.updatedRule]),
      },
      choice,
    )
    const made = sent.then(
      () => true,
      () => false,
    )
    const text = labels.change.done(shortName(rulePath), modeLabel(policyMode))
    const back = undoing === undefined ? knownMode(before) : undefined
    const entry: Undoable | undefined =
      back && back !== policyMode ? { deployment, policyId, text, rulePath, mode: back, made } : undefined
    if (entry) undoStack.push(entry)
    try {
      await sent
      const still = entry && undoStack.has(entry) ? entry : undefined
      done(undoing === undefined ? text : labels.change.undone(undoing), still)
      return true
    } catch (error) {
      if (entry) undoStack.remove(entry)
      fail({ error, policyId, wanted: [choice], note: choice.note })
      return false
    }
  }

  /** Sets several modes, all or nothing; `onDone` also hears of it where a choice came first. */
  const setMany = async (
    policyId: string,
    wanted: readonly RequestedMode[],
    note: string | undefined,
    onDone?: () => void,
  ) => {
    try {
      const options = setModesOptions(deployment, policyId)
      const answer = await runMutation(client, options, { changes: [...wanted], note })
      writeRules(client, deployment, policyId, answer.updatedRules)
      const modes = new Set(wanted.map(({ policyMode }) => policyMode))
      const mode = modes.size === 1 ? modeLabel(wanted[0]?.policyMode) : labels.change.changed
      remember(labels.change.done(labels.change.rules(wanted.length), mode), policyId, answer.changeId)
      onDone?.()
      return true
    } catch (error) {
      fail({ error, policyId, wanted, note, onDone })
      return false
    }
  }

  /** Reverts a change. `allRules` gives its rules, for a choice where others changed some since. */
  const revert = async (
    policyId: string,
    { changeId, note, text }: { changeId: string; note?: string | undefined; text: string },
    allRules: () => Promise<readonly RequestedMode[]>,
  ) => {
    try {
      const answer = await runMutation(client, revertOptions(deployment, policyId), { changeId, note })
      writeRules(client, deployment, policyId, answer.updatedRules)
      remember(text, policyId, answer.changeId)
      return true
    } catch (error) {
      const wanted = currentModesIn(error).length > 0 ? await allRules().catch(() => []) : []
      fail({ error, policyId, wanted, note })
      return false
    }
  }
  return { set, setMany, revert }
}

/** The changes that are on their way, in their order. */
function useWaitingChanges(deployment: string) {
  return useMutationState({
    filters: { mutationKey: ['set mode', deployment], status: 'pending' },
    select: ({ state, options }) => ({
      policyId: options.mutationKey?.[2],
      choice: state.variables as ModeChoice, // parse: the mutations of this key take nothing else
    }),
  })
}

/** Changing modes of rules: shown at once, in order for each rule, with Undo, and with a choice where two people did. */
export function useModes(deployment: string) {
  const client = useQueryClient()
  const { data: me } = useQuery(meOptions())
  const waiting = useWaitingChanges(deployment)
  const { conflict, close, fail } = useModeConflict(deployment)
  const { set, setMany, revert } = useModeChanges({ deployment, fail, undo: (entry) => void undo(entry) })

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
    const { rulesToRevert } = await import('./rules-to-revert.ts')
    await revert(policyId, { changeId, text: labels.change.undone(text) }, () =>
      rulesToRevert(client, deployment, policyId, changeId),
    )
  }

  const resolve = (force: boolean) => {
    if (!conflict) return
    close()
    const { policyId, theirs, note } = conflict
    const changed = new Map(theirs.map(({ rulePath, mode }) => [rulePath, mode]))
    const wanted = force
      ? conflict.wanted.map(({ rulePath, policyMode }) => ({ rulePath, policyMode }))
      : conflict.wanted.filter(({ rulePath }) => !changed.has(rulePath))
    const [first] = wanted
    if (!first) return
    if (conflict.wanted.length > 1) void setMany(policyId, wanted, note, conflict.onDone)
    else void set(policyId, { ...first, note }, changed.get(first.rulePath))
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
  return {
    waiting,
    /** The mode that a rule is shown with: what this person chose last, else what the service says. */
    shown: (policyId: string, rulePath: string, known: string | null | undefined) =>
      waiting.findLast((one) => one.policyId === policyId && one.choice.rulePath === rulePath)?.choice
        .policyMode ?? known,
    /** The same, read at once: a key may come before what the key before it did is rendered. */
    now: (policyId: string, rulePath: string, known: string | null | undefined) =>
      pendingIn(client, deployment, policyId).findLast((one) => one.rulePath === rulePath)?.policyMode ??
      known,
    set: (policyId: string, choice: ModeChoice, before: string | null | undefined) =>
      set(policyId, choice, before),
    setMany,
    revert,
    undo: () => undo(),
    /** The choice between two people's modes, where there is one to make. */
    dialog,
    disabledReason: me && !may(me.scopes, 'policies:write') ? labels.change.missingScope : undefined,
  }
}

export type Modes = ReturnType<typeof useModes>

/** The modes of a policy that were chosen and are not answered yet, in their order. */
function pendingIn(client: QueryClient, deployment: string, policyId: string): ModeChoice[] {
  const mutationKey = settingModeKey(deployment, policyId)
  return client
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .map(({ state }) => state.variables as ModeChoice) // parse: the mutations of this key take nothing else
}
