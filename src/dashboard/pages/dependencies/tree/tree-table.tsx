import { InfiniteTable, type InfiniteTableProps } from '#features/list/table/infinite-table.tsx'
import { EmptyDependencies } from '../empty-dependencies.tsx'
import type { ViewProps } from '../view-props.ts'
import type { OpenLines } from './open-lines.ts'
import { isPlaceholder, type PressableRow } from './placeholder-rows.tsx'
import { useTree } from './use-tree.ts'

type TableProps<T extends object> = Pick<
  InfiniteTableProps<T>,
  | 'label'
  | 'noun'
  | 'list'
  | 'question'
  | 'total'
  | 'counted'
  | 'columns'
  | 'rows'
  | 'rowId'
  | 'sort'
  | 'onSort'
>

interface TreeTableProps<T extends object> extends TableProps<T> {
  view: ViewProps
  lines: OpenLines
  displayRows: readonly PressableRow[]
  /** The queries of the open rows, refetched together with the list. */
  branches: readonly { refetch: () => unknown }[]
}

const nothing = () => null

/** A list whose rows expand in place, by press and by keys. */
export function TreeTable<T extends object>(props: TreeTableProps<T>) {
  const { view, lines, displayRows, branches, list, ...rest } = props
  const { deployment, state, change, table, entry, how } = view
  const levels = new Map(displayRows.map(({ id, level }) => [id, level]))
  const press = useTree({
    table,
    displayRows,
    isOpen: (id) => ((levels.get(id) ?? 3) > 2 || isPlaceholder(id) ? undefined : lines.isOpen(id)),
  })
  const refetch = () => {
    for (const one of [list, ...branches]) void one.refetch()
  }
  return (
    <InfiniteTable
      {...rest}
      {...{ table, entry, how, displayRows }}
      list={{ ...list, refetch }}
      onOpen={press}
      // Every row renders its own card.
      card={nothing}
      empty={<EmptyDependencies {...{ deployment, state, change }} />}
    />
  )
}
