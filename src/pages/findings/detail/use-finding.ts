import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { findingOptions } from '#api/findings/findings.ts'
import { explain } from '#api/http/errors.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { asDetailFinding, checked, type DetailFinding } from './detail-finding.ts'

/** What of a finding can be shown at this moment. */
export interface FindingState {
  /** The finding as far as it is known: the row of the list until the detail is there. */
  finding: DetailFinding | undefined
  /** Its detail is on its way for the first time. */
  loading: boolean
  /** Why the detail is not there, or is not the newest. */
  error: Error | null
  /** All that this service has of it is shown: it has no details of its own. */
  rowOnly: boolean
  retry: () => void
  retrying: boolean
  /** The moment that its relative times are told from. */
  now: Date
}

/** Whether a text can be the id of a finding at all (`integer<uint32>`). */
export function isFindingId(id: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(id) && Number(id) <= 4_294_967_295
}

/** One finding with its detail, its row standing in for it meanwhile. */
export function useFinding(
  deployment: string,
  type: PageType,
  id: string,
  row: Finding | undefined,
): FindingState {
  const [mounted] = useState(() => Date.now())
  const known = isFindingId(id)
  const query = useQuery({ ...findingOptions(deployment, known ? Number(id) : 0), enabled: known })
  const rowOnly = row !== undefined && query.error !== null && explain(query.error).kind === 'unbuilt'
  return {
    finding: query.data ? checked(query.data) : row && asDetailFinding(row, type),
    loading: known && query.isPending && !query.error,
    error: rowOnly ? null : query.error,
    rowOnly,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
    now: new Date(Math.max(mounted, query.dataUpdatedAt)),
  }
}
