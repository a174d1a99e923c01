import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { DisplayRow } from '#table/rows/display-row.ts'
import { receivesText } from '#ui/keys/receives-text.ts'

interface TreeKeys {
  table: RefObject<DataTableHandle | null>
  displayRows: readonly DisplayRow[]
  /** Whether the children of a row are shown; undefined for a row that cannot have any. */
  isOpen: (id: string) => boolean | undefined
  toggle: (id: string) => void
}

/** Right opens a row and then moves to its first child, Left moves to the parent and then closes it, as in any tree. */
export function useTreeKeys(tree: TreeKeys): void {
  const present = useRef(tree)
  useLayoutEffect(() => {
    present.current = tree
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const { table, displayRows, isOpen, toggle } = present.current
      const { target } = event
      if (!(target instanceof Node) || receivesText(event.target)) return
      if (!table.current?.scrollElement()?.contains(target)) return
      const id = table.current.active()
      const at = displayRows.findIndex((line) => line.id === id)
      if (id === undefined || at < 0) return
      const open = isOpen(id)
      if (event.key === 'ArrowRight') {
        if (open === undefined) return
        if (open) table.current.move('ArrowDown')
        else toggle(id)
      } else if (open) toggle(id)
      else {
        const ownLevel = displayRows[at]?.level ?? 1
        const parent = displayRows.slice(0, at).findLast(({ level }) => level < ownLevel)
        if (!parent) return
        table.current.focusRow(parent.id)
      }
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : undefined

const isDrawnByTable = ({ render }: DisplayRow) => !render

/**
 * Moves the focus from a placeholder such as "Loading 3 findings" or "Show 100 more" to the first of the rows that
 * replace it.
 */
export function useFocusHandedOn({
  table,
  displayRows,
  isRow = isDrawnByTable,
}: Pick<TreeKeys, 'table' | 'displayRows'> & {
  /** Whether a row is a child row rather than a placeholder. */
  isRow?: (line: DisplayRow) => boolean
}): void {
  const last = useRef<string>(undefined)
  const before = useRef(displayRows)
  useLayoutEffect(() => {
    const focused = (event: FocusEvent) => {
      last.current = rowOf(event.target) ?? undefined
    }
    document.addEventListener('focusin', focused)
    return () => document.removeEventListener('focusin', focused)
  }, [])
  useLayoutEffect(() => {
    const at = before.current.findIndex(({ id }) => id === last.current)
    const [was, is] = [before.current[at], displayRows[at]]
    before.current = displayRows
    if (!was || isRow(was) || was.level === 1 || !is || !isRow(is)) return
    const { activeElement } = document
    if (activeElement === document.body || rowOf(activeElement) === was.id) table.current?.focusRow(is.id)
  }, [displayRows, table, isRow])
}
