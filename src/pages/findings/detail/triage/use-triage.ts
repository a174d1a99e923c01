import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#api/http/errors.ts'
import { may, meOptions } from '#api/me.ts'
import type { FindingMatch } from '#contract/responses/matches.ts'
import type { NewTriageState, TriageReason } from '#contract/vocabulary.ts'
import { draftKey, readDraft } from '#features/triage/form/draft.ts'
import { lastChoice } from '#features/triage/form/last-choice.ts'
import { openOffers } from '#features/triage/match-offers.ts'
import { type Decision, wouldChange } from '#features/triage/saving/decision.ts'
import { useSaveDecision } from '#features/triage/saving/use-save-decision.tsx'
import type { UndoDecision } from '#features/triage/saving/use-undo-decision.ts'
import { useResolveMatch } from '#features/triage/use-resolve-match.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { announce } from '#ui/live-region.tsx'
import { type DetailFinding, seenAt } from '../detail-finding.ts'
import { text } from '../labels.ts'
import { otherInstances } from '../sections/instances-section.tsx'

interface UseTriage {
  deployment: string
  type: PageType
  finding: DetailFinding | undefined
  /** Hears of a decision as soon as it is shown. */
  onTriaged?: ((id: number, decision: Decision) => void) | undefined
}

/** The line that asks for reason and note: whether it is open for a finding, and under which key its draft is stored. */
function useReasonLine(deployment: string, id: number | undefined) {
  const key = draftKey(deployment, id === undefined ? [] : [id])
  // A note that was being typed before a reload or an expired session opens its line again.
  const [line, setLine] = useState<{ id: number | undefined; open: boolean }>()
  return {
    key,
    isOpen: line && line.id === id ? line.open : id !== undefined && readDraft(key) !== undefined,
    open: () => setLine({ id, open: true }),
    close: () => setLine({ id, open: false }),
  }
}

interface MatchAnswersOptions extends UseTriage {
  allowed: boolean
  undo: UndoDecision
}

/** Says of a match or an offer whether it is the same finding. */
function useMatchAnswers({ deployment, type, finding, onTriaged, allowed, undo }: MatchAnswersOptions) {
  const navigate = useNavigate()
  const { resolve, pending } = useResolveMatch({
    deployment,
    undo,
    show: (made) => void navigate(paths.finding(deployment, type, made)),
  })
  const answer = async (match: FindingMatch, same: boolean) => {
    if (!finding || !allowed) return
    const { other } = match
    const decided = (await resolve(finding.id, match, same)) && same && match.kind === 'candidate'
    if (decided && other?.triage_state === 'ignored') onTriaged?.(finding.id, { state: 'ignored' })
  }
  const [offer] = finding ? openOffers(finding.matches) : []
  return {
    resolve: (match: FindingMatch, same: boolean) => void answer(match, same),
    /** The match whose answer is on its way. */
    resolving: pending,
    /** The same of the first offer; undefined where there is none. */
    settle: offer && ((same: boolean) => void answer(offer, same)),
  }
}

/** A refusal is told by a toast; here there is nothing more to do about it. */
const ignoreErrors = (work: Promise<unknown>) => void work.catch(() => undefined)

/** Deciding the one finding that is shown: what the buttons and the keys do, and the line that asks for a reason. */
export function useTriage(options: UseTriage) {
  const { deployment, type, finding, onTriaged } = options
  const { data: me } = useQuery(meOptions())
  const allowed = me ? may(me.scopes, 'findings:triage') : false
  const { decide, undo, dialog } = useSaveDecision(deployment, type)
  const matchAnswers = useMatchAnswers({ ...options, allowed, undo })
  const line = useReasonLine(deployment, finding?.id)

  const send = async (decision: Decision) => {
    if (!finding || !allowed) return
    if (!wouldChange(finding, decision)) {
      announce(text.unchanged)
      return
    }
    if (decision.state === 'ignored' && decision.reason) {
      lastChoice.keep({ reason: decision.reason, note: decision.note ?? '' })
    }
    onTriaged?.(finding.id, decision)
    await decide([finding], decision, seenAt(finding))
  }
  return {
    ...matchAnswers,
    person: me?.name,
    disabledReason: allowed ? undefined : me ? text.mayNotTriage : text.checkingPermission,
    /** The line that asks for reason and note is open. */
    isReasonFormOpen: line.isOpen && allowed,
    draftKey: line.key,
    alsoOn: finding ? otherInstances(finding).map(({ ref }) => refLabel(ref)) : [],
    openReasonForm: line.open,
    close: line.close,
    choose: (state: NewTriageState) => {
      if (state === 'ignored') line.open()
      else ignoreErrors(send({ state }))
    },
    /** Saves what the line asked for; rejects where it was refused, so that the line keeps what was typed. */
    save: async (choice: { reason: TriageReason; note: string }) => {
      line.close()
      try {
        await send({ state: 'ignored', ...choice })
      } catch (error) {
        // A conflict asks by itself; after any other refusal the line is there again with what was typed.
        if (explain(error).kind !== 'conflict') line.open()
        throw error
      }
    },
    /** A note alone; rejects as `save` does. */
    note: (note: string) => send({ note }),
    repeat: () => {
      const last = lastChoice.read()
      if (last?.reason) ignoreErrors(send({ state: 'ignored', reason: last.reason, note: last.note }))
      else line.open()
    },
    undo: (changeId?: string) => ignoreErrors(undo(changeId)),
    dialog,
  }
}
export type Triaging = ReturnType<typeof useTriage>
