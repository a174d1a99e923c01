import type { RefObject } from 'react'
import { useFocusHandedOn, useTreeKeys } from '#features/list/table/use-tree-keys.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { DisplayRow } from '#table/rows/display-row.ts'
import { isPlaceholder, type PressableRow } from './placeholder-rows.tsx'

interface TreeOptions {
  table: RefObject<DataTableHandle | null>
  displayRows: readonly PressableRow[]
  /** Whether what belongs to a line is shown; undefined for a line that nothing belongs to. */
  isOpen: (id: string) => boolean | undefined
}

const isRow = ({ id }: DisplayRow) => !isPlaceholder(id)

/** The keys of a tree; gives what a press on a line does. */
export function useTree({ table, displayRows, isOpen }: TreeOptions): (id: string) => void {
  const press = (id: string) => displayRows.find((line) => line.id === id)?.press?.()
  useFocusHandedOn({ table, displayRows, isRow })
  useTreeKeys({ table, displayRows, isOpen, toggle: press })
  return press
}
