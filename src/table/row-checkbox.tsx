import type { MouseEvent } from 'react'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { labels } from './labels.ts'
import type { BoxedRow } from './selection.ts'

/** The press goes on to the row, which knows what to do with it. */
const letThrough = () => undefined

interface RowBoxProps extends BoxedRow {
  selected: boolean
  /** What is selected, where it is no plain row. */
  name?: string | undefined
  /** Asks what becomes of this row alone; offered on a phone, where there are no keys for it. */
  onDecide?: ((id: string) => void) | undefined
}

/** The box of a row; on a phone the whole edge of the card can be pressed, and under the box is the way to triage it. */
export function RowBox({ id, ordinal, active, phone, selected, name, onDecide }: RowBoxProps) {
  const decides = phone && onDecide
  const row = name ?? (ordinal === undefined ? labels.row : labels.rowAt(ordinal))
  const box = (
    <label
      className={classes('flex h-full items-center', decides && '-mt-2.5 -ml-3 h-12! items-start! pt-3 pl-3')}
    >
      <input
        type="checkbox"
        aria-label={labels.select(row)}
        checked={selected}
        onChange={letThrough}
        tabIndex={active ? 0 : -1}
        className="tick"
      />
    </label>
  )
  if (!decides) return box
  return (
    <>
      {box}
      <IconButton
        icon="chevron-down"
        label={labels.triage(row)}
        tabIndex={active ? 0 : -1}
        onClick={() => decides(id)}
        className="-mt-1 -ml-2"
      />
    </>
  )
}

interface HeadBoxProps {
  label: string
  /** Of the rows shown. */
  shown: 'none' | 'some' | 'all'
  onToggle: () => void
}

/** The box over the boxes: ticked where all rows shown are selected, mixed where some are. */
export function HeadBox({ label, shown, onToggle }: HeadBoxProps) {
  return (
    <label className="flex h-full items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={shown === 'all'}
        onChange={onToggle}
        // With rows selected it is a part of the selection, and keys pressed on it are for that.
        data-selection={shown === 'none' ? undefined : ''}
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
