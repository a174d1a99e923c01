import type { MouseEvent } from 'react'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { labels } from './labels.ts'
import type { CheckboxRow } from './selection.ts'

/** The press goes on to the row, which knows what to do with it. */
const ignoreChange = () => undefined

interface RowCheckboxProps extends CheckboxRow {
  selected: boolean
  /** What is selected, where it is no plain row. */
  name?: string | undefined
  /** Asks what becomes of this row alone; offered on a phone, where there are no keys for it. */
  onTriage?: ((id: string) => void) | undefined
}

/** The box of a row; on a phone the whole edge of the card can be pressed, and under the box is the way to triage it. */
export function RowCheckbox({ id, ordinal, active, phone, selected, name, onTriage }: RowCheckboxProps) {
  const triages = phone && onTriage
  const row = name ?? (ordinal === undefined ? labels.row : labels.rowAt(ordinal))
  const box = (
    <label
      className={classes('flex h-full items-center', triages && '-mt-2.5 -ml-3 h-12! items-start! pt-3 pl-3')}
    >
      <input
        type="checkbox"
        aria-label={labels.select(row)}
        checked={selected}
        onChange={ignoreChange}
        tabIndex={active ? 0 : -1}
        className="tick"
      />
    </label>
  )
  if (!triages) return box
  return (
    <>
      {box}
      <IconButton
        icon="chevron-down"
        label={labels.triage(row)}
        tabIndex={active ? 0 : -1}
        onClick={() => triages(id)}
        className="-mt-1 -ml-2"
      />
    </>
  )
}

interface HeaderCheckboxProps {
  label: string
  /** Of the rows shown. */
  state: 'none' | 'some' | 'all'
  onToggle: () => void
}

/** The box over the boxes: ticked where all rows shown are selected, mixed where some are. */
export function HeaderCheckbox({ label, state, onToggle }: HeaderCheckboxProps) {
  return (
    <label className="flex h-full items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={state === 'all'}
        onChange={onToggle}
        // With rows selected it is a part of the selection, and keys pressed on it are for that.
        data-selection={state === 'none' ? undefined : ''}
        // There is no attribute for the mixed state: it is a property of the element.
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        className="tick"
      />
    </label>
  )
}

/** Whether a press is for the selection: on a box, or with Shift anywhere but on what has a meaning of its own. */
export function isSelectionPress({ target, shiftKey }: MouseEvent): boolean {
  if (target instanceof HTMLInputElement) return true
  return shiftKey && target instanceof Element && !target.closest('a, button, label, form')
}

/** A press with Shift extends the selection, and no text. */
export function preventTextSelection(scroller: HTMLElement): () => void {
  const onMouseDown = (event: globalThis.MouseEvent) => {
    if (event.shiftKey && event.target instanceof Element && event.target.closest('[data-row]')) {
      event.preventDefault()
    }
  }
  scroller.addEventListener('mousedown', onMouseDown)
  return () => scroller.removeEventListener('mousedown', onMouseDown)
}
