import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { triageOptions } from '#api/findings/triage.ts'
import { explain } from '#api/http/errors.ts'
import { meOptions } from '#api/me.ts'
import type { TriageAnswer } from '#contract/responses/triage.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { announce } from '#ui/live-region.tsx'
import { triageLabels } from '../action-labels.ts'
import { decisionSentence, decisionText } from '../decision-labels.ts'
import { draftKey, dropDraft } from '../form/draft.ts'
import { savedSentence, savedText, triagedDetail } from '../jobs/job-labels.ts'
import { type Decision, triageRequest } from './decision.ts'
import { showDecision, type Target } from './optimistic-triage.ts'
import { rememberDecision } from './remember-decision.ts'
import { sendUntilAnswered } from './send-until-answered.ts'
import { notify, requests, unanswered } from './session.ts'
import { clearUnsaved, markUnsaved } from './unsaved-decisions.ts'
import { useTriageConflict } from './use-triage-conflict.tsx'
import { type UndoDecision, useUndoDecision } from './use-undo-decision.ts'

type DecisionArguments = [targets: readonly Target[], decision: Decision, seenAt?: string, unchanged?: number]

interface SaveDecision {
  /**
   * Triages findings: shown at once, reverted with an error message if rejected, with Undo in the toast.
   * @param seenAt when the findings' current state was seen, by the service's clock.
   * @param unchanged the number of other selected findings that already have this triage.
   * @returns the service's changes; rejects if the service rejected it, after the person was notified.
   */
  decide: (...args: DecisionArguments) => Promise<TriageAnswer>
  undo: UndoDecision
  /** The dialog that resolves conflicting triage of two people. Must be rendered. */
  dialog: ReactNode
}

interface DecisionToSend {
  send: () => Promise<TriageAnswer>
  ids: readonly number[]
  decision: Decision
  person: string | undefined
}

/** Sends a triage until the service responds, an undo aborts it, or it is rejected. */
async function sendDecision({ send, ids, decision, person }: DecisionToSend): Promise<TriageAnswer> {
  clearUnsaved(ids)
  const undone = new AbortController()
  unanswered.push(undone)
  try {
    const answer = await sendUntilAnswered(send, person, undone.signal, (obstacle) => {
      markUnsaved(ids, { isWaiting: true, text: decisionText(decision), retry: () => undefined })
      notify({
        title: triageLabels.pending(decisionSentence(decision, ids.length)),
        detail: obstacle === 'offline' ? triageLabels.pendingOffline : triageLabels.pendingSignIn,
      })
    })
    clearUnsaved(ids)
    return answer
  } catch (error) {
    clearUnsaved(ids)
    const { kind } = explain(error)
    const isUndone = undone.signal.aborted && (kind === 'offline' || kind === 'expired')
    throw isUndone ? new UndoneBeforeSent(error) : error
  } finally {
    unanswered.splice(unanswered.indexOf(undone), 1)
  }
}

/** The triage was undone while it waited for the service. */
class UndoneBeforeSent extends Error {
  constructor(cause: unknown) {
    super('undone before it was sent', { cause })
  }
}

interface SavedDecision {
  decision: Decision
  /** The triaged findings, and those that the service changed, which include the same findings on other branches. */
  ids: readonly number[]
  triagedIds: readonly number[]
  /** Those for which it was only requested. */
  requestedIds: readonly number[]
  unchanged: number
}

/** The findings that the service only requested to ignore. */
const requestIn = ({ approval_id: id, requested_issues: ids, triaged_issues: triaged }: TriageAnswer) => ({
  id: id ?? undefined,
  ids: ids ?? [],
  /** With those that it triaged. */
  all: [...triaged, ...(ids ?? [])],
})

/** Says what was saved, which may be less than what was asked for, with Undo. */
function notifySaved(saved: SavedDecision, undo: () => void): void {
  const { decision, ids, triagedIds, requestedIds, unchanged } = saved
  const own = new Set(ids)
  const along = triagedIds.filter((id) => !own.has(id)).length
  const requested = requestedIds.filter((id) => own.has(id)).length
  const title = savedSentence(decision, ids.length, requested)
  const detail = triagedDetail(decision, { decided: ids.length, unchanged, along })
  announce(title)
  notify({
    title,
    detail: requested > 0 ? [triageLabels.needsOther, detail].filter(Boolean).join(' ') : detail,
    tone: 'ok',
    action: { label: triageLabels.undo, run: undo },
  })
}

/** Says that a triage was not saved, on the rows, too, with a retry. */
function notifyUnsaved(error: unknown, targets: readonly Target[], decision: Decision, retry: () => void) {
  const { title, detail } = explain(error)
  const text = decisionText(decision)
  const ids = targets.map(({ id }) => id)
  markUnsaved(ids, { isWaiting: false, text, retry })
  notify({
    title: triageLabels.failed(text, targets.length, title),
    detail,
    tone: 'danger',
    action: { label: triageLabels.tryAgain, run: retry },
  })
}

/** Triages findings of one deployment, including conflicts, retries, notifications and undo. */
export function useSaveDecision(deployment: string, type: FindingType): SaveDecision {
  const client = useQueryClient()
  const { mutateAsync: send } = useMutation(triageOptions(deployment))
  const undo = useUndoDecision(deployment)

  const decide: SaveDecision['decide'] = (...args) => requests.add(decideNow(...args))
  const decideAgain = (...args: DecisionArguments) => void decide(...args).catch(() => undefined)
  const conflict = useTriageConflict(deployment, decideAgain)

  const notifyFailure = (error: unknown, ...[targets, decision, seenAt]: DecisionArguments) => {
    const { kind, conflicts } = explain(error)
    if (kind === 'conflict' && conflicts.length > 0) conflict.open({ targets, decision, conflicts })
    // Triage by others since the list was loaded is a conflict, even for a late retry.
    else notifyUnsaved(error, targets, decision, () => decideAgain(targets, decision, seenAt))
  }

  const decideNow: SaveDecision['decide'] = async (targets, decision, seenAt, unchanged = 0) => {
    const ids = targets.map(({ id }) => id)
    const person = client.getQueryData(meOptions().queryKey)?.name
    const shown = await showDecision({ client, deployment, targets, decision, person })
    let answer: TriageAnswer
    try {
      const request = triageRequest(type, ids, decision, seenAt)
      answer = await sendDecision({ send: () => send(request), ids, decision, person })
    } catch (error) {
      shown.rollBack()
      if (error instanceof UndoneBeforeSent) {
        notify({
          title: triageLabels.undoneChange(decisionText(decision)),
          detail: triageLabels.wasNotSaved,
        })
        throw error.cause
      }
      notifyFailure(error, targets, decision, seenAt)
      throw error
    }
    const { change_id: changeId, triaged_issues: triagedIds } = answer
    const request = requestIn(answer)
    const before = shown.confirm(triagedIds, request)
    dropDraft(draftKey(deployment, ids))
    rememberDecision({
      deployment,
      changeId,
      what: savedText(decision, { triaged: triagedIds.length, requested: request.ids.length }),
      ids: request.all,
      before,
    })
    notifySaved(
      { decision, ids, triagedIds: request.all, requestedIds: request.ids, unchanged },
      () => void undo(changeId),
    )
    return answer
  }

  return { decide, undo, dialog: conflict.dialog }
}
