import type { MouseEvent } from 'react'
import type { BoxedRow } from './selection.ts'

/** The press goes on to the row, which knows what to do with it. */
const letThrough = () => undefined

/** The box of a row; on a phone the whole edge of the card can be pressed. */
export function RowBox({ ordinal, active, selected }: BoxedRow & { selected: boolean }) {
  return (
    <label className="flex h-full items-center max-sm:-my-2.5 max-sm:-ml-3 max-sm:h-24 max-sm:items-start max-sm:py-3 max-sm:pl-3">
      <input
        type="checkbox"
        aria-label={ordinal === undefined ? 'Select row' : `Select row ${ordinal}`}
        checked={selected}
        onChange={letThrough}
        tabIndex={active ? 0 : -1}
        className="tick"
      />
    </label>
  )
}

interface HeadBoxProps {
  /** Of the rows shown. */
  shown: 'none' | 'some' | 'all'
  onToggle: () => void
}

/** The box over the boxes: ticked where all rows shown are selected, mixed where some are. */
export function HeadBox({ shown, onToggle }: HeadBoxProps) {
  return (
    <label className="flex h-full items-center">
      <span className="sr-only">Select all rows of this page</span>
      <input
        type="checkbox"
        checked={shown === 'all'}
        onChange={onToggle}
        // There is no attribute for the mixed state: it is a property of the element.
        ref={(box) => {
          if (box) box.indeterminate = shown === 'some'
        }}
        className="tick"
      />
    </label>
  )
}

/** Whether a press is for the selection: on a box, or with Shift anywhere but on what has a meaning of its own. */
export function selects({ target, shiftKey }: MouseEvent): boolean {
  if (target instanceof HTMLInputElement) return true
  return shiftKey && target instanceof Element && !target.closest('a, button, label, form')
}

/** A press with Shift extends the selection, and no text. */
export function keepText(scroller: HTMLElement): () => void {
  const hear = (event: globalThis.MouseEvent) => {
    if (event.shiftKey && event.target instanceof Element && event.target.closest('[data-row]')) {
      event.preventDefault()
    }
  }
  scroller.addEventListener('mousedown', hear)
  return () => scroller.removeEventListener('mousedown', hear)
}
