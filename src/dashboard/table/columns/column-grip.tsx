import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { labels } from '../labels.ts'
import { narrowestColumn, widestColumn } from './column-layout.ts'
import { dragColumn } from './drag-column.ts'

interface ColumnGripProps {
  id: string
  label: string
  onResize: (id: string, width: number | undefined) => void
  /** Sets the order of the columns. */
  onMove: (ids: string[]) => void
}

function headOf(divider: HTMLElement | null): HTMLElement | null {
  return divider?.closest('th') ?? null
}

/** Tracks the width of the header, and sets the header's accessible name so that it does not include the divider. */
function useHeadWidth(divider: RefObject<HTMLElement | null>, label: string): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const head = headOf(divider.current)
    if (!head) return
    const observer = new ResizeObserver(() => setWidth(Math.round(head.offsetWidth)))
    observer.observe(head)
    // The divider is not part of the header's name.
    head.setAttribute('aria-label', label)
    return () => observer.disconnect()
  }, [divider, label])
  return width
}

/** Makes the header draggable to another position. */
function useDragHead(divider: RefObject<HTMLElement | null>, onMove: (ids: string[]) => void): void {
  const move = useEffectEvent(onMove)
  useEffect(() => {
    const head = headOf(divider.current)
    const press = (event: globalThis.PointerEvent) => {
      const onDivider = event.target instanceof Node && divider.current?.contains(event.target)
      if (!head || event.button !== 0 || event.pointerType === 'touch' || onDivider) return
      dragColumn(head, event, (ids) => move(ids))
    }
    head?.addEventListener('pointerdown', press)
    return () => head?.removeEventListener('pointerdown', press)
  }, [divider])
}

/**
 * The divider at the edge of a column header, moved by dragging or the arrow keys; a double click restores the column's
 * default width. It also makes the header itself draggable to another position.
 */
export function ColumnGrip({ id, label, onResize, onMove }: ColumnGripProps) {
  const divider = useRef<HTMLDivElement>(null)
  const width = useHeadWidth(divider, label)
  // A drag lasts many frames, each with its own state.
  const latest = useRef(onResize)
  latest.current = onResize
  useDragHead(divider, onMove)

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const element = event.currentTarget
    const from = event.clientX - (headOf(element)?.offsetWidth ?? 0)
    element.setPointerCapture(event.pointerId)
    const stop = new AbortController()
    const follow = (moved: globalThis.PointerEvent) => latest.current(id, moved.clientX - from)
    element.addEventListener('pointermove', follow, { signal: stop.signal })
    for (const end of ['pointerup', 'pointercancel'] as const) {
      element.addEventListener(end, () => stop.abort(), { signal: stop.signal })
    }
  }
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 64 : 16
    const by = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    onResize(id, (headOf(divider.current)?.offsetWidth ?? width) + by)
  }
  return (
    // It ends at the edge of its header: beyond the edge of the last one, the table would scroll sideways.
    // biome-ignore lint/a11y/useSemanticElements: a rule of the page cannot be moved; a divider that can is this.
    <div
      ref={divider}
      role="separator"
      aria-orientation="vertical"
      aria-label={labels.columnWidth(label)}
      aria-valuenow={width}
      aria-valuemin={narrowestColumn}
      aria-valuemax={widestColumn}
      aria-valuetext={labels.pixels(width)}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
      onDoubleClick={() => onResize(id, undefined)}
      className="absolute inset-y-0 right-0 z-10 w-2.5 cursor-col-resize touch-none outline-none after:absolute after:inset-y-2 after:right-0 after:w-px after:bg-transparent in-[th:hover]:after:bg-line hover:after:inset-y-0! hover:after:w-0.5 hover:after:bg-accent! focus-visible:after:inset-y-0! focus-visible:after:w-0.5 focus-visible:after:bg-accent! active:after:bg-accent!"
    />
  )
}
