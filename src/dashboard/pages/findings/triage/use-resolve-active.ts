import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { findingOptions } from '#api/findings/findings.ts'
import { openOffers } from '#features/triage/match-offers.ts'
import { useResolveMatch } from '#features/triage/use-resolve-match.ts'
import { paths } from '#lib/urls/paths.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import type { ListType } from '../list/list-state.ts'
import { isSelecting } from '../selection/selection.ts'
import type { Selection } from '../selection/use-selection.tsx'
import { triageLabels } from './labels.ts'
import type { useListTriage } from './use-list-triage.ts'

interface ResolveActiveOptions {
  deployment: string
  type: ListType
  selection: Selection
  listTriage: Pick<ReturnType<typeof useListTriage>, 'disabledReason' | 'moveOn' | 'undo'>
  /** The finding whose row has the focus. */
  activeFinding: () => string | undefined
}

/** Confirms or rejects the offered match of the finding whose row has the focus. */
export function useResolveActive({
  deployment,
  type,
  selection,
  listTriage,
  activeFinding,
}: ResolveActiveOptions) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { resolve } = useResolveMatch({
    deployment,
    undo: listTriage.undo,
    show: (made) => void navigate(paths.finding(deployment, type, made)),
  })
  return async (same: boolean) => {
    const id = activeFinding()
    const problem = isSelecting(selection.present.current) ? triageLabels.oneMatch : listTriage.disabledReason
    if (problem) toast({ title: problem })
    if (problem || id === undefined) return
    const detail = await client.fetchQuery(findingOptions(deployment, Number(id))).catch(() => undefined)
    const [offer] = detail ? openOffers(detail.matches) : []
    if (!detail || !offer) {
      announce(triageLabels.notUncertain)
      return
    }
    const isAnswered = await resolve(detail.id, offer, same)
    if (isAnswered && same && offer.other?.triage_state === 'ignored') listTriage.moveOn([detail.id])
  }
}
