import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { TableLine } from '#table/line.ts'
import { takesKeys } from '#table/row-keys.ts'

interface TreeKeys {
  table: RefObject<DataTableHandle | null>
  lines: readonly TableLine[]
  /** Whether a line's own lines are shown; undefined for a line that has none. */
  isOpen: (id: string) => boolean | undefined
  toggle: (id: string) => void
}

/** Right opens a group and goes into it, Left goes out of it and closes it, as in every tree. */
export function useTreeKeys(tree: TreeKeys): void {
  const present = useRef(tree)
  useLayoutEffect(() => {
    present.current = tree
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const { table, lines, isOpen, toggle } = present.current
      const { target } = event
      if (!(target instanceof Node) || takesKeys(event.target)) return
      if (!table.current?.scroller()?.contains(target)) return
      const id = table.current.active()
      const at = lines.findIndex((line) => line.id === id)
      if (id === undefined || at < 0) return
      const open = isOpen(id)
      if (event.key === 'ArrowRight') {
        if (open === undefined) return
        if (open) table.current.move('ArrowDown')
        else toggle(id)
      } else if (open) toggle(id)
      else {
        const parent = lines.slice(0, at).findLast(({ level }) => level === 1)
        if (lines[at]?.level === 1 || !parent) return
        table.current.focusRow(parent.id)
      }
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
