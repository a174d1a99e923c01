import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { cachedTriage } from '#features/triage/saving/cached-findings.ts'
import type { Target } from '#features/triage/saving/optimistic-triage.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { isSelecting, nothingSelected, type Selected } from '../selection/selection.ts'
import type { Selection } from '../selection/use-selection.tsx'

/** A row to triage in its current state, and when that state was seen. */
export interface TriageTarget {
  row: Target
  seenAt: string | undefined
}

interface TargetsOptions {
  deployment: string
  table: RefObject<DataTableHandle | null>
  rows: readonly Finding[]
  answeredAt: string | undefined
  selection: Selection
  /** Whether a finding was triaged in this list since the response. */
  isTriaged: (id: number) => boolean
}

function selectedTargets(client: QueryClient, deployment: string, { rows }: Selected): TriageTarget[] {
  const picked = [...rows.values()]
  const ids = picked.map(({ row }) => row.id)
  const now = cachedTriage(client, deployment, ids)
  return picked.map(({ row, seenAt }) => ({ row: { ...row, ...now.get(row.id) }, seenAt }))
}

/** Returns the targets of a key or the selection bar, read on demand. */
export function useTriageTargets(options: TargetsOptions) {
  const { deployment, table, rows, answeredAt, selection, isTriaged } = options
  const client = useQueryClient()
  // Triage made in this list is newer than the list's response, which is not a conflict.
  const targetOf = (row: Finding): TriageTarget => ({
    row,
    seenAt: isTriaged(row.id) ? undefined : answeredAt,
  })
  const activeTarget = (): TriageTarget | undefined => {
    const id = table.current?.active()
    const row = id === undefined ? undefined : rows.find((one) => String(one.id) === id)
    return row && targetOf(row)
  }
  return {
    targetOf,
    /** Returns the row with the focus. */
    activeTarget,
    /** Returns the selection if there is one, otherwise the group whose header has the focus. */
    scope: (): Selected => {
      const { current } = selection.present
      if (isSelecting(current)) return current
      const id = table.current?.active()
      const group = id === undefined ? undefined : selection.groupAt(id)
      return id !== undefined && group ? { ...nothingSelected, groups: new Map([[id, group]]) } : current
    },
    /** Returns the selected rows, otherwise the focused one, in their current state. */
    targets: (): TriageTarget[] => {
      const { current } = selection.present
      if (isSelecting(current)) return selectedTargets(client, deployment, current)
      return [activeTarget()].filter((one) => one !== undefined)
    },
  }
}
