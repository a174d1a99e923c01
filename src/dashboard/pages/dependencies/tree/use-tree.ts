import type { RefObject } from 'react'
import { useFocusHandedOn, useTreeKeys } from '#features/list/table/use-tree-keys.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { DisplayRow } from '#table/rows/display-row.ts'
import { isPlaceholder, type PressableRow } from './placeholder-rows.tsx'

interface TreeOptions {
  table: RefObject<DataTableHandle | null>
  displayRows: readonly PressableRow[]
  /** Whether the children of a row are shown; undefined for a row that cannot have children. */
  isOpen: (id: string) => boolean | undefined
}

const isRow = ({ id }: DisplayRow) => !isPlaceholder(id)

/** Handles the keys of a tree and returns the press handler of a row. */
export function useTree({ table, displayRows, isOpen }: TreeOptions): (id: string) => void {
  const press = (id: string) => displayRows.find((line) => line.id === id)?.press?.()
  useFocusHandedOn({ table, displayRows, isRow })
  useTreeKeys({ table, displayRows, isOpen, toggle: press })
  return press
}
