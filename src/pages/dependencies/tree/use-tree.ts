import type { RefObject } from 'react'
import { useFocusHandedOn, useTreeKeys } from '#features/list/table/use-tree-keys.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { TableLine } from '#table/rows/display-row.ts'
import { isBetween, type PressedLine } from './placeholder-rows.tsx'

interface TreeOptions {
  table: RefObject<DataTableHandle | null>
  lines: readonly PressedLine[]
  /** Whether what belongs to a line is shown; undefined for a line that nothing belongs to. */
  isOpen: (id: string) => boolean | undefined
}

const isRow = ({ id }: TableLine) => !isBetween(id)

/** The keys of a tree; gives what a press on a line does. */
export function useTree({ table, lines, isOpen }: TreeOptions): (id: string) => void {
  const press = (id: string) => lines.find((line) => line.id === id)?.press?.()
  useFocusHandedOn({ table, lines, isRow })
  useTreeKeys({ table, lines, isOpen, toggle: press })
  return press
}
