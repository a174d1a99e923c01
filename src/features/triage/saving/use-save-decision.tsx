import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { findingOptions } from '#api/findings/findings.ts'
import { triageOptions, undoTriageOptions } from '#api/findings/triage.ts'
import { type Conflict, explain } from '#api/http/errors.ts'
import { meOptions } from '#api/me.ts'
import type { TriageAnswer } from '#contract/responses/triage.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { announce } from '#ui/live-region.tsx'
import { type ToastRequest, toast } from '#ui/toast/toast.ts'
import { triageLabels } from '../action-labels.ts'
import { ConflictDialog } from '../conflict-dialog.tsx'
import { draftKey, dropDraft } from '../form/draft.ts'
import { triagedDetail } from '../jobs/job-labels.ts'
import { useUndoJob } from '../jobs/use-undo-job.ts'
import { decisionSentence, decisionText } from '../labels.ts'
import { mostUndoable, undoSession } from '../undo-stack.ts'
import { cachedTriage, cancelOlderRequests, writeTriage } from './cached-findings.ts'
import { type Decision, type TriageFields, triageRequest, withDecision } from './decision.ts'
import { createPendingDecisions, type Triage, triageOf } from './pending-decisions.ts'
import { createRequestTracker } from './request-order.ts'
import { sendUntilAnswered } from './send-until-answered.ts'
import { clearUnsaved, markUnsaved } from './unsaved-decisions.ts'

/** A finding that is decided: enough of its row to show the decision at once. */
export type Target = TriageFields & { id: number }

type DecisionArguments = [targets: readonly Target[], decision: Decision, seenAt?: string, unchanged?: number]

interface SaveDecision {
  /**
   * Decides findings: shown at once, taken back with the reason where it is refused, with Undo in the toast.
   * @param seenAt the instant at which the findings were seen as they stand, by the service's clock.
   * @param unchanged how many others were selected that stand so already.
   * @returns what the service changed; rejects where it refused, after the person was told.
   */
  decide: (...asked: DecisionArguments) => Promise<TriageAnswer>
  /**
   * Takes back one decision by its `change_id`, by default the newest of this session that still can be: what is on its
   * way is waited for, and if it is refused there is nothing to take back.
   * @param onTaken hears which findings it is about, as far as they are known, before the service is asked.
   */
  undo: (changeId?: string, onTaken?: (ids: readonly number[]) => void) => Promise<void>
  /** The choice between two people's decisions, where there is one to make. To be rendered. */
  dialog: ReactNode
}

interface Clash {
  targets: readonly Target[]
  decision: Decision
  conflicts: readonly Conflict[]
}

const pending = createPendingDecisions()
const underWay = createRequestTracker()
/** Ends the waiting of decisions that are not answered yet, the newest last. */
const unanswered: AbortController[] = []
/** What stood before each decision that can be taken back, so that undoing shows at once too; the oldest give way. */
const before = new Map<string, ReadonlyMap<number, Triage>>()

/** One word about deciding at a time: the newest takes the place of the one before. */
function say(request: ToastRequest): void {
  toast({ ...request, slot: 'decision' })
}

/** Deciding findings of one deployment, with everything around it. */
export function useSaveDecision(deployment: string, type: FindingType): SaveDecision {
  const client = useQueryClient()
  const { mutateAsync: send } = useMutation(triageOptions(deployment))
  const { mutateAsync: sendUndo } = useMutation(undoTriageOptions(deployment))
  const undoJob = useUndoJob(deployment)
  const [clash, setClash] = useState<Clash>()

  const refused = (error: unknown, ...[targets, decision, seenAt]: Parameters<SaveDecision['decide']>) => {
    const { kind, title, detail, conflicts } = explain(error)
    if (kind === 'conflict' && conflicts.length > 0) {
      setClash({ targets, decision, conflicts })
      return
    }
    // What others decided since the list was answered is theirs however late this is tried again.
    const again = () => void decide(targets, decision, seenAt).catch(() => undefined)
    const text = decisionText(decision)
    markUnsaved(
      targets.map(({ id }) => id),
      { isWaiting: false, text, retry: again },
    )
    say({
      title: triageLabels.failed(text, targets.length, title),
      detail,
      tone: 'danger',
      action: { label: triageLabels.tryAgain, run: again },
    })
  }

  const decide: SaveDecision['decide'] = (...asked) => underWay.add(decideNow(...asked))
  const decideNow: SaveDecision['decide'] = async (targets, decision, seenAt, unchanged = 0) => {
    const at = new Date()
    const ids = targets.map(({ id }) => id)
    const person = client.getQueryData(meOptions().queryKey)?.name
    await cancelOlderRequests(client, deployment, ids)
    const layers = targets.map((row) => ({ row, ...pending.add(row.id, row, decision, at, person) }))
    writeTriage(client, deployment, new Map(layers.map(({ row, shown }) => [row.id, shown])))
    const settle = (accepted: boolean) =>
      layers.flatMap(({ row, token }) => {
        const shown = pending.settle(row.id, token, accepted)
        return shown ? [[row.id, shown] as const] : []
      })
    clearUnsaved(ids)
    const taken = new AbortController()
    unanswered.push(taken)
    let answer: TriageAnswer
    try {
      const request = triageRequest(type, ids, decision, seenAt)
      answer = await sendUntilAnswered(
        () => send(request),
        person,
        taken.signal,
        (hindrance) => {
          markUnsaved(ids, { isWaiting: true, text: decisionText(decision), retry: () => undefined })
          say({
            title: triageLabels.pending(decisionSentence(decision, ids.length)),
            detail: hindrance === 'offline' ? triageLabels.pendingOffline : triageLabels.pendingSignIn,
          })
        },
      )
      clearUnsaved(ids)
      announce(decisionSentence(decision, ids.length))
    } catch (error) {
      clearUnsaved(ids)
      writeTriage(client, deployment, new Map(settle(false)))
      const { kind } = explain(error)
      if (taken.signal.aborted && (kind === 'offline' || kind === 'expired')) {
        say({ title: triageLabels.undoneChange(decisionText(decision)), detail: triageLabels.wasNotSaved })
      } else refused(error, targets, decision, seenAt)
      throw error
    } finally {
      unanswered.splice(unanswered.indexOf(taken), 1)
    }
    // A list that was asked for meanwhile may have been answered as things stood before.
    const shownNow = cachedTriage(client, deployment, ids)
    const overwritten = settle(true).filter(([id, { status }]) => shownNow.get(id)?.status !== status)
    writeTriage(client, deployment, new Map(overwritten))
    dropDraft(draftKey(deployment, ids))
    const own = new Set(ids)
    const along = answer.triaged_issues.filter((id) => !own.has(id))
    const alongBefore = cachedTriage(client, deployment, along)
    writeTriage(
      client,
      deployment,
      new Map([...alongBefore].map(([id, triage]) => [id, withDecision(triage, decision, at, person)])),
    )
    remember(
      answer,
      decision,
      new Map([...alongBefore, ...targets.map((row) => [row.id, triageOf(row)] as const)]),
    )
    say({
      title: decisionSentence(decision, ids.length),
      detail: triagedDetail(decision, { decided: ids.length, unchanged, along: along.length }),
      tone: 'ok',
      action: { label: triageLabels.undo, run: () => void undo(answer.change_id) },
    })
    return answer
  }

  const remember = (answer: TriageAnswer, decision: Decision, stood: ReadonlyMap<number, Triage>) => {
    const { change_id: changeId, triaged_issues: ids } = answer
    before.set(changeId, stood)
    const [oldest] = before.keys()
    if (before.size > mostUndoable && oldest !== undefined) before.delete(oldest)
    undoSession.push({
      deployment,
      changeId,
      what: decisionText(decision),
      ids: ids.slice(0, 500),
      at: Date.now(),
    })
  }

  /** Rows of lists stay as they are when an answer becomes stale, so what an undo restored is written into them. */
  const showUndone = async (ids: readonly number[], changeId: string, skipped: ReadonlySet<number>) => {
    const undone = ids.filter((id) => !skipped.has(id))
    const stood = before.get(changeId)
    if (stood) writeTriage(client, deployment, new Map([...stood].filter(([id]) => !skipped.has(id))))
    const unknown = [...cachedTriage(client, deployment, undone).keys()].filter((id) => !stood?.has(id))
    const found = await Promise.allSettled(
      unknown
        .slice(0, 50)
        .map((id) => client.fetchQuery({ ...findingOptions(deployment, id), staleTime: 0 })),
    )
    const restored = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    writeTriage(client, deployment, new Map(restored.map((row) => [row.id, triageOf(row)])))
  }

  const undo: SaveDecision['undo'] = async (asked, onTaken) => {
    // Whoever is quicker than the answer means the decision that is seen, not the one before it.
    if (asked === undefined) unanswered.at(-1)?.abort()
    const earlier = asked === undefined ? underWay.settled() : true
    return underWay.add(undoAfter(earlier, asked, onTaken))
  }
  const undoAfter = async (
    earlier: Promise<boolean> | boolean,
    ...[asked, onTaken]: Parameters<SaveDecision['undo']>
  ) => {
    if (!(await earlier)) return
    const top = undoSession.top(deployment)
    const changeId = asked ?? top?.changeId
    if (!changeId) {
      say({ title: triageLabels.nothingToUndo, detail: triageLabels.undoLimit })
      return
    }
    const known = top?.changeId === changeId ? top : undefined
    onTaken?.(known?.ids ?? [])
    if (known?.jobId) {
      // Whether it began is told by a toast, and then by the jobs.
      await undoJob.mutateAsync(known.jobId).catch(() => undefined)
      return
    }
    try {
      const answer = await sendUndo(changeId)
      undoSession.drop(changeId)
      const skipped = new Set(answer.skipped.map(({ id }) => id))
      const ids = known?.ids ?? [...(before.get(changeId)?.keys() ?? [])]
      await showUndone(ids, changeId, skipped)
      before.delete(changeId)
      const words = known ? triageLabels.undoneChange(known.what) : triageLabels.undone
      const left = answer.skipped.length
      say({
        title: answer.num_undone > 0 ? words : triageLabels.nothingUndone,
        detail: left > 0 ? triageLabels.triagedSince(left) : undefined,
        tone: 'ok',
      })
      announce(
        answer.num_undone > 0 ? triageLabels.restored(words, answer.num_undone) : triageLabels.nothingUndone,
      )
    } catch (error) {
      const { kind, title, detail } = explain(error)
      if (kind === 'missing' || kind === 'conflict') undoSession.drop(changeId)
      if (kind !== 'expired') say({ title: triageLabels.notUndone(title), detail, tone: 'danger' })
    }
  }

  /** Shows what others decided, and gives those that nobody else did. */
  const keepTheirs = ({ targets, conflicts }: Clash): Target[] => {
    setClash(undefined)
    const rows = new Map(targets.map((row) => [row.id, row]))
    const theirs = conflicts.flatMap((conflict) => {
      const row = rows.get(conflict.id)
      return row && rows.delete(conflict.id) ? [[conflict.id, asTheyDecided(row, conflict)] as const] : []
    })
    writeTriage(client, deployment, new Map(theirs))
    return [...rows.values()]
  }

  const dialog = clash && (
    <ConflictDialog
      conflicts={clash.conflicts}
      decision={clash.decision}
      others={clash.targets.length - clash.conflicts.length}
      onClose={() => void keepTheirs(clash)}
      onMine={() => {
        setClash(undefined)
        void decide(clash.targets, clash.decision).catch(() => undefined)
      }}
      onTheirs={() => {
        const rest = keepTheirs(clash)
        if (rest.length > 0) void decide(rest, clash.decision).catch(() => undefined)
        dropDraft(
          draftKey(
            deployment,
            clash.targets.map(({ id }) => id),
          ),
        )
      }}
    />
  )
  return { decide, undo, dialog }
}

function asTheyDecided(row: Target, conflict: Conflict): Triage {
  const { triage_state, triage_reason, note, at, by } = conflict
  const { status } = withDecision(row, { state: stateOf(triage_state) }, new Date())
  const theirs = { triage_state, triage_reason, triage_comment: note, triaged_at: at, triaged_by: by }
  return { ...triageOf(row), status, ...theirs }
}

function stateOf(triageState: string): Decision['state'] {
  return triageState === 'ignored' || triageState === 'reviewing' || triageState === 'fixing'
    ? triageState
    : 'reopened'
}
