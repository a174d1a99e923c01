import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { findingOptions } from '#api/findings/findings.ts'
import type { InboxFinding } from '#contract/responses/inbox.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { openOffers } from '#features/triage/match-offers.ts'
import type { UndoDecision } from '#features/triage/saving/use-undo-decision.ts'
import { useResolveMatch } from '#features/triage/use-resolve-match.ts'
import { paths } from '#lib/urls/paths.ts'
import { announce } from '#ui/live-region.tsx'
import { labels } from './labels.ts'

/** Confirms or rejects the offered match of a finding. Returns whether the service accepted it. */
export function useResolve(deployment: string, undo: UndoDecision) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const type = useRef<FindingType>('sast')
  const { resolve } = useResolveMatch({
    deployment,
    undo,
    show: (id) => void navigate(paths.finding(deployment, type.current, id)),
  })
  return async ({ id, issue_type }: InboxFinding, same: boolean): Promise<boolean> => {
    type.current = issue_type
    const detail = await client.fetchQuery(findingOptions(deployment, id)).catch(() => undefined)
    const [offer] = detail ? openOffers(detail.matches) : []
    if (detail && offer) return resolve(detail.id, offer, same)
    announce(labels.notUncertain)
    return false
  }
}
