import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import type { FindingMatch } from '#contract/responses/matches.ts'
import type { NewTriageState, TriageReason } from '#contract/vocabulary.ts'
import { draftKey, dropDraft, readDraft } from '#features/triage/form/draft.ts'
import { lastChoice } from '#features/triage/form/last-choice.ts'
import type { SavedChoice } from '#features/triage/form/use-triage-draft.ts'
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
  /** Called when a triage is shown. */
  onTriaged?: ((id: number, decision: Decision) => void) | undefined
}

/** State of the reason form: whether it is open for a finding, and the key of its draft. */
function useReasonLine(deployment: string, id: number | undefined) {
  const key = draftKey(deployment, id === undefined ? [] : [id])
  // A draft from before a reload or an expired session reopens the form.
  const [line, setLine] = useState<{ id: number | undefined; open: boolean; reason?: TriageReason }>()
  return {
    key,
    isOpen: line && line.id === id ? line.open : id !== undefined && readDraft(key) !== undefined,
    /** The reason that was asked for; undefined for none in particular. */
    reason: line && line.id === id ? line.reason : undefined,
    open: (reason?: TriageReason) => {
      // A draft with another reason would open instead of the one that is asked for.
      if (reason) dropDraft(key)
      setLine(reason === undefined ? { id, open: true } : { id, open: true, reason })
    },
    close: () => setLine({ id, open: false }),
  }
}

interface MatchAnswersOptions extends UseTriage {
  allowed: boolean
  undo: UndoDecision
}

/** Confirms or rejects a match or an offered match. */
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
    /** The match whose answer is being saved. */
    resolving: pending,
    /** Confirms or rejects the first offered match; undefined if there is none. */
    settle: offer && ((same: boolean) => void answer(offer, same)),
  }
}

/** State of the dialog that asks who owns a finding; undefined if this person may not say. */
function useAssigning(id: number | undefined, save: (owner: string | null) => void) {
  const [assigning, setAssigning] = useState<number>()
  return {
    assign: () => setAssigning(id),
    assignTo: (owner: string | null) => {
      setAssigning(undefined)
      save(owner)
    },
    isAssigning: id !== undefined && assigning === id,
    endAssigning: () => setAssigning(undefined),
  }
}

/** A toast reports the error; nothing else needs to be done. */
const ignoreErrors = (work: Promise<unknown>) => void work.catch(() => undefined)

/** Triage of the displayed finding: actions of the buttons and keys, and the reason form. */
export function useTriage(options: UseTriage) {
  const { deployment, type, finding, onTriaged } = options
  const { data: me } = useQuery(meOptions())
  const allowed = mayIn(me, deployment, 'findings:triage')
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
      lastChoice.keep(decision)
    }
    onTriaged?.(finding.id, decision)
    await decide([finding], decision, seenAt(finding))
  }
  const mayAssign = allowed ? finding?.id : undefined
  const assigning = useAssigning(mayAssign, (owner) => ignoreErrors(send({ owner })))
  return {
    ...matchAnswers,
    type,
    person: me?.name,
    disabledReason: allowed ? undefined : me ? text.mayNotTriage : text.checkingPermission,
    /** The reason form is open. */
    isReasonFormOpen: line.isOpen && allowed,
    draftKey: line.key,
    alsoOn: finding ? otherInstances(finding).map(({ ref }) => refLabel(ref)) : [],
    askedReason: line.reason,
    openReasonForm: () => line.open(),
    revoke: type === 'secrets' ? () => line.open('revoked') : undefined,
    close: line.close,
    choose: (state: NewTriageState) => {
      if (state === 'ignored') line.open()
      else ignoreErrors(send({ state }))
    },
    /** Saves the form; rejects if the service refused it, so that the form keeps its draft. */
    save: async (choice: SavedChoice) => {
      line.close()
      try {
        await send({ state: 'ignored', ...choice })
      } catch (error) {
        // A conflict opens its own dialog; after any other error the form reopens with the draft.
        if (explain(error).kind !== 'conflict') line.open()
        throw error
      }
    },
    repeat: () => {
      const last = lastChoice.read([type])
      if (last?.reason) ignoreErrors(send({ state: 'ignored', ...last }))
      else line.open()
    },
    ...assigning,
    undo: (changeId?: string) => ignoreErrors(undo(changeId)),
    dialog,
  }
}
export type Triaging = ReturnType<typeof useTriage>
