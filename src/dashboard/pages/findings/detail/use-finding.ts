import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { findingOptions } from '#api/findings/findings.ts'
import { explain } from '#api/http/errors.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { asDetailFinding, checked, type DetailFinding } from './detail-finding.ts'

/** The displayable state of a finding. */
export interface FindingState {
  /** The finding as far as it is known: the list row until the detail loads. */
  finding: DetailFinding | undefined
  /** The detail is loading for the first time. */
  loading: boolean
  /** Why the detail is missing or outdated. */
  error: Error | null
  /** Only the row is shown: this service has no details of it. */
  rowOnly: boolean
  retry: () => void
  retrying: boolean
  /** The reference time of relative times. */
  now: Date
}

/** Whether a text is a valid finding id (`integer<uint32>`). */
export function isFindingId(id: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(id) && Number(id) <= 4_294_967_295
}

/** Loads a finding with its detail; its row is shown meanwhile. */
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
