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

/** Deciding the one finding that is shown: what the buttons and the keys do, and the line that asks for a reason. */
export function useTriage({ deployment, type, finding, onTriaged }: UseTriage) {
  const { data: me } = useQuery(meOptions())
  const { decide, undo, dialog } = useSaveDecision(deployment, type)
  const navigate = useNavigate()
  const { resolve, pending } = useResolveMatch({
    deployment,
    undo,
    show: (made) => void navigate(paths.finding(deployment, type, made)),
  })
  const id = finding?.id
  const key = draftKey(deployment, id === undefined ? [] : [id])
  // A note that was being typed before a reload or an expired session opens its line again.
  const [reasonForm, setReasonForm] = useState<{ id: number | undefined; open: boolean }>()
  const open =
    reasonForm?.id === id && reasonForm ? reasonForm.open : id !== undefined && readDraft(key) !== undefined
  const close = () => setReasonForm({ id, open: false })

  const allowed = me ? may(me.scopes, 'findings:triage') : false
  const disabledReason = allowed ? undefined : me ? text.mayNotTriage : text.checkingPermission

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
  /** A refusal is told by a toast; here there is nothing more to do about it. */
  const ignoreErrors = (work: Promise<unknown>) => void work.catch(() => undefined)

  const settled = async (match: FindingMatch, same: boolean) => {
    if (!finding || !allowed) return
    const { other } = match
    const decided = (await resolve(finding.id, match, same)) && same && match.kind === 'candidate'
    if (decided && other?.triage_state === 'ignored') onTriaged?.(finding.id, { state: 'ignored' })
  }
  const [offer] = finding ? openOffers(finding.matches) : []

  return {
    /** Says of a match or an offer whether it is the same finding. */
    resolve: (match: FindingMatch, same: boolean) => void settled(match, same),
    /** The match whose answer is on its way. */
    resolving: pending,
    /** The same of the first offer; undefined where there is none. */
    settle: offer && ((same: boolean) => void settled(offer, same)),
    person: me?.name,
    disabledReason,
    /** The line that asks for reason and note is open. */
    isReasonFormOpen: open && allowed,
    draftKey: key,
    alsoOn: finding ? otherInstances(finding).map(({ ref }) => refLabel(ref)) : [],
    openReasonForm: () => setReasonForm({ id, open: true }),
    close,
    choose: (state: NewTriageState) => {
      if (state === 'ignored') setReasonForm({ id, open: true })
      else ignoreErrors(send({ state }))
    },
    /** Saves what the line asked for; rejects where it was refused, so that the line keeps what was typed. */
    save: async (choice: { reason: TriageReason; note: string }) => {
      close()
      try {
        await send({ state: 'ignored', ...choice })
      } catch (error) {
        // A conflict asks by itself; after any other refusal the line is there again with what was typed.
        if (explain(error).kind !== 'conflict') setReasonForm({ id, open: true })
        throw error
      }
    },
    /** A note alone; rejects as `save` does. */
    note: (note: string) => send({ note }),
    repeat: () => {
      const last = lastChoice.read()
      if (last?.reason) ignoreErrors(send({ state: 'ignored', reason: last.reason, note: last.note }))
      else setReasonForm({ id, open: true })
    },
    undo: (changeId?: string) => ignoreErrors(undo(changeId)),
    dialog,
  }
}
export type Triaging = ReturnType<typeof useTriage>
