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

const ClashDialog = lazyDialog(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog))

interface Clash {
  policyId: string
  theirs: readonly CurrentMode[]
  wanted: readonly RequestedMode[]
  note: string | undefined
  /** Hears when the change is made after all. */
  onDone: (() => void) | undefined
}

const say = (request: ToastRequest) => toast({ ...request, slot: 'mode' })
/** What a rule is called where its own title is not at hand. */
const shortName = (path: string) => ruleTitle({ path })

/** Changing modes of rules: shown at once, in order for each rule, with Undo, and with a choice where two people did. */
export function useModes(deployment: string) {
  const client = useQueryClient()
  const { data: me } = useQuery(meOptions())
  const [clash, setClash] = useState<Clash>()
  const waiting = useMutationState({
    filters: { mutationKey: ['set mode', deployment], status: 'pending' },
    select: ({ state, options }) => ({
      policyId: options.mutationKey?.[2],
      choice: state.variables as ModeChoice, // parse: the mutations of this key take nothing else
    }),
  })

  const refused = (
    error: unknown,
    policyId: string,
    wanted: readonly RequestedMode[],
    note: string | undefined,
    onDone?: () => void,
  ) => {
    const theirs = currentModesIn(error)
    const current = currentIn(error)
    if (current) writeRules(client, deployment, policyId, [current])
    if (theirs.length > 0 && wanted.length > 0) return setClash({ policyId, theirs, wanted, note, onDone })
    const { kind, title } = explain(error)
    // An ended session has a page of its own, which comes back here.
    if (kind === 'expired') return
    const what =
      wanted.length === 1 ? shortName(wanted[0]?.rulePath ?? '') : labels.change.rules(wanted.length)
    say({ title: labels.change.failed(what, title), detail: errorText(error), tone: 'danger' })
  }

  const done = (words: string, entry: Undoable | undefined) => {
    announce(words)
    say({
      title: words,
      tone: 'ok',
      ...(entry ? { action: { label: labels.change.undo, run: () => void undo(entry) } } : {}),
    })
  }

  const remember = (words: string, entry: Undoable | undefined) => {
    if (entry) undoStack.push(entry)
    done(words, entry)
  }

  /** Sets one mode; what is shown follows at once. Rejects never: who was refused has been told. */
  const set = async (
    policyId: string,
    choice: ModeChoice,
    before: string | null | undefined,
    said: { undoing?: string } = {},
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
    const back = said.undoing === undefined ? knownMode(before) : undefined
    const entry: Undoable | undefined =
      back && back !== policyMode ? { deployment, policyId, text, rulePath, mode: back, made } : undefined
    if (entry) undoStack.push(entry)
    try {
      await sent
      const still = entry && undoStack.has(entry) ? entry : undefined
      done(said.undoing === undefined ? text : labels.change.undone(said.undoing), still)
      return true
    } catch (error) {
      undoStack.drop(entry)
      refused(error, policyId, [choice], choice.note)
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
      const answer = await runMutation(client, setModesOptions(deployment, policyId), {
        changes: [...wanted],
        note,
      })
      writeRules(client, deployment, policyId, answer.updatedRules)
      const modes = new Set(wanted.map(({ policyMode }) => policyMode))
      const text = labels.change.done(
        labels.change.rules(wanted.length),
        modes.size === 1 ? modeLabel(wanted[0]?.policyMode) : labels.change.changed,
      )
      const { changeId } = answer
      remember(text, changeId ? { deployment, policyId, text, changeId } : undefined)
      onDone?.()
      return true
    } catch (error) {
      refused(error, policyId, wanted, note, onDone)
      return false
    }
  }

  /** Puts back a change. `wanted` gives all its rules, for a choice where others changed some since. */
  const putBack = async (
    policyId: string,
    { changeId, note, words }: { changeId: string; note?: string | undefined; words: string },
    wanted: () => Promise<readonly RequestedMode[]>,
  ) => {
    try {
      const answer = await runMutation(client, revertOptions(deployment, policyId), { changeId, note })
      writeRules(client, deployment, policyId, answer.updatedRules)
      const entry = answer.changeId
        ? { deployment, policyId, text: words, changeId: answer.changeId }
        : undefined
      remember(words, entry)
      return true
    } catch (error) {
      const all = currentModesIn(error).length > 0 ? await wanted().catch(() => []) : []
      refused(error, policyId, all, note)
      return false
    }
  }

  const undo = async (asked?: Undoable) => {
    const entry = undoStack.take(deployment, asked)
    if (!entry) {
      say({ title: labels.change.nothingToUndo, detail: labels.change.nothingToUndoDetail })
      return
    }
    if (entry.made && !(await entry.made)) return
    const { policyId, text } = entry
    if ('rulePath' in entry) {
      await set(policyId, { rulePath: entry.rulePath, policyMode: entry.mode }, undefined, { undoing: text })
      return
    }
    const { changeId } = entry
    const { rulesToRevert } = await import('./rules-to-revert.ts')
    await putBack(policyId, { changeId, words: labels.change.undone(text) }, () =>
      rulesToRevert(client, deployment, policyId, changeId),
    )
  }

  const settle = (force: boolean) => {
    if (!clash) return
    setClash(undefined)
    const { policyId, theirs, note } = clash
    const changed = new Map(theirs.map(({ rulePath, mode }) => [rulePath, mode]))
    const wanted = force
      ? clash.wanted.map(({ rulePath, policyMode }) => ({ rulePath, policyMode }))
      : clash.wanted.filter(({ rulePath }) => !changed.has(rulePath))
    const [first] = wanted
    if (!first) return
    if (clash.wanted.length > 1) void setMany(policyId, wanted, note, clash.onDone)
    else void set(policyId, { ...first, note }, changed.get(first.rulePath))
  }

  const dialog: ReactNode = clash && (
    <Suspense>
      <ClashDialog
        theirs={clash.theirs}
        changes={clash.wanted}
        onMine={() => settle(true)}
        onTheirs={() => settle(false)}
        onClose={() => setClash(undefined)}
      />
    </Suspense>
  )
  return {
    /** The changes that are on their way, in their order. */
    waiting,
    /** The mode that a rule is shown with: what this person chose last, else what the service says. */
    shown: (
      policyId: string,
      rulePath: string,
      known: string | null | undefined,
    ): string | null | undefined =>
      waiting.findLast((one) => one.policyId === policyId && one.choice.rulePath === rulePath)?.choice
        .policyMode ?? known,
    /** The same, read at once: a key may come before what the key before it did is drawn. */
    now: (policyId: string, rulePath: string, known: string | null | undefined): string | null | undefined =>
      pendingIn(client, deployment, policyId).findLast((one) => one.rulePath === rulePath)?.policyMode ??
      known,
    set: (policyId: string, choice: ModeChoice, before: string | null | undefined) =>
      set(policyId, choice, before),
    setMany,
    putBack,
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
