import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useRef,
} from 'react'
import { receivesText } from '#ui/keys/receives-text.ts'
import type { DataTableProps } from '../data-table-props.ts'
import { pageRows } from '../dimensions.ts'
import type { useRowFocus } from './use-row-focus.ts'

interface RowEventsOptions<T extends object> {
  props: DataTableProps<T>
  scroller: RefObject<HTMLElement | null>
  focus: ReturnType<typeof useRowFocus>
  rowHeight: number
}

/** Whether an event came from a menu of a row, which is elsewhere in the document. */
const isElsewhere = ({ currentTarget, target }: SyntheticEvent) =>
  target instanceof Node && !currentTarget.contains(target)

/** Opens a pressed row, and moves the focus by keys. */
export function useRowEvents<T extends object>(options: RowEventsOptions<T>) {
  const { props, scroller, focus, rowHeight } = options
  const latest = useRef(props)
  latest.current = props
  const { setActive } = focus
  const onPress = useCallback(
    (id: string, event: MouseEvent) => {
      if (isElsewhere(event)) return
      latest.current.selection?.press(id, event)
      setActive(id)
      if (event.defaultPrevented || event.shiftKey || !(event.target instanceof Element)) return
      if (event.target.closest('a, button, input, label, form') || event.metaKey || event.ctrlKey) return
      if (String(getSelection() ?? '') !== '') return
      latest.current.onOpen(id)
    },
    [setActive],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event) || receivesText(event.target)) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const onRow = event.target instanceof Element && event.target.closest('[data-row]')
    if (event.key === 'Enter' && event.target === onRow && focus.activeId !== undefined) {
      event.preventDefault()
      props.onOpen(focus.activeId)
    } else if (event.key.length > 1 && !(props.pagesExternally && event.key.startsWith('Page'))) {
      const id = focus.move(event.key, pageRows(scroller.current, rowHeight))
      if (id === undefined) return
      event.preventDefault()
      props.onActive?.(id)
    }
  }
  return { onPress, onKeyDown }
}
