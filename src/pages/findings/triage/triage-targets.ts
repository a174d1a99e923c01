import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { cachedTriage } from '#features/triage/saving/cached-findings.ts'
import type { Target } from '#features/triage/saving/optimistic-triage.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { isSelecting, nothingSelected, type Selected } from '../selection/selection.ts'
import type { Selection } from '../selection/use-selection.tsx'

/** A row to be triaged, as it stands by now, and when it was seen so. */
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
  /** Whether a finding was triaged in this list since the list was answered. */
  isTriaged: (id: number) => boolean
}

function selectedTargets(client: QueryClient, deployment: string, { rows }: Selected): TriageTarget[] {
  const picked = [...rows.values()]
  const ids = picked.map(({ row }) => row.id)
  const now = cachedTriage(client, deployment, ids)
  return picked.map(({ row, seenAt }) => ({ row: { ...row, ...now.get(row.id) }, seenAt }))
}

/** What a key or the selection bar acts on, read when it is needed. */
export function useTriageTargets(options: TargetsOptions) {
  const { deployment, table, rows, answeredAt, selection, isTriaged } = options
  const client = useQueryClient()
  // What was triaged in this list is newer than the list's answer, and that is no conflict.
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
    /** The row with the focus. */
    activeTarget,
    /** The selection if there is one, else the group whose header has the focus. */
    scope: (): Selected => {
      const { current } = selection.present
      if (isSelecting(current)) return current
      const id = table.current?.active()
      const group = id === undefined ? undefined : selection.groupAt(id)
      return id !== undefined && group ? { ...nothingSelected, groups: new Map([[id, group]]) } : current
    },
    /** The selected rows, else the one with the focus, as they stand now. */
    targets: (): TriageTarget[] => {
      const { current } = selection.present
      if (isSelecting(current)) return selectedTargets(client, deployment, current)
      return [activeTarget()].filter((one) => one !== undefined)
    },
  }
}
