import { type RefObject, useCallback, useMemo, useRef } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import type { Density } from '#features/appearance.ts'
import type { Column } from '#table/columns/columns.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { ListContext } from './list-context.ts'
import type { ListType } from './list-state.ts'
import { useBranches } from './use-branches.tsx'

interface ListProps {
  deployment: string
  type: ListType
  now: Date
  filter: FindingFilter
  density: Density
  /** The visible columns. */
  columns: readonly Column<Finding>[]
  table: RefObject<DataTableHandle | null>
  open: (id: string) => void
}

/** Returns the context of the list's cells, and the content under the row whose branches are shown. */
export function useListContext(list: ListProps) {
  const { deployment, type, now, filter, density, columns: shown, table } = list
  const latest = useRef(list.open)
  latest.current = list.open
  const open = useCallback((id: string) => latest.current(id), [])
  const showRef = filter.primary_ref !== true
  const once = showRef && filter.dedup === true
  const { expanded, expand, branches } = useBranches({ once, deployment, type, now, table })
  const context = useMemo((): ListContext => {
    const columns = new Set(shown.flatMap(({ id }) => id ?? []))
    const twoLines = density === 'default' && !columns.has('location')
    return { deployment, type, now, showRef, once, twoLines, columns, expanded, expand, open }
  }, [deployment, type, now, showRef, once, density, shown, expanded, expand, open])
  return { context, branches }
}
