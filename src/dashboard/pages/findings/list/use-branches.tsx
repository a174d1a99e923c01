import { type RefObject, Suspense, useCallback, useState } from 'react'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { lazy } from '#ui/lazy.tsx'
import type { ListType } from './list-state.ts'

const RowBranches = lazy(() => import('./row-branches.tsx').then((module) => module.RowBranches))

interface BranchesProps {
  /** Each row represents all branches that have the finding. */
  once: boolean
  deployment: string
  type: ListType
  now: Date
  table: RefObject<DataTableHandle | null>
}

/** Manages the row whose branches are shown, and returns the content under it. */
export function useBranches({ once, table, ...list }: BranchesProps) {
  const [expanded, setExpanded] = useState<string>()
  const expand = useCallback((id: string) => setExpanded((now) => (now === id ? undefined : id)), [])
  const close = () => {
    setExpanded(undefined)
    if (expanded !== undefined) table.current?.focusRow(expanded)
  }
  const branches =
    once && expanded !== undefined
      ? {
          id: expanded,
          content: (
            <Suspense fallback={<div className="h-6" />}>
              <RowBranches {...list} id={Number(expanded)} onClose={close} />
            </Suspense>
          ),
        }
      : undefined
  return { expanded, expand, branches }
}
