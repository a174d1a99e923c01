import type { MouseEvent } from 'react'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { labels } from './labels.ts'
import type { CheckboxRow } from './selection.ts'

/** The press bubbles to the row, which handles it. */
const ignoreChange = () => undefined

interface RowCheckboxProps extends CheckboxRow {
  selected: boolean
  /** The name of the item, if it is not a plain row. */
  name?: string | undefined
  /** Opens the triage options of this row; offered on a phone, where there are no keys. */
  onTriage?: ((id: string) => void) | undefined
}

/**
 * The checkbox of a row; on a phone the whole edge of the card can be pressed, and a triage button is under the
 * checkbox.
 */
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
  /** The state of the visible rows. */
  state: 'none' | 'some' | 'all'
  onToggle: () => void
}

/** The header checkbox: checked if all visible rows are selected, mixed if some are. */
export function HeaderCheckbox({ label, state, onToggle }: HeaderCheckboxProps) {
  return (
    <label className="flex h-full items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={state === 'all'}
        onChange={onToggle}
        // With selected rows it is part of the selection bar, and keys pressed on it apply to the selection.
        data-selection={state === 'none' ? undefined : ''}
        // The mixed state has no attribute: it is a property of the element.
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        className="tick"
      />
    </label>
  )
}

/** Whether a press changes the selection: on a checkbox, or with Shift anywhere except on interactive elements. */
export function isSelectionPress({ target, shiftKey }: MouseEvent): boolean {
  if (target instanceof HTMLInputElement) return true
  return shiftKey && target instanceof Element && !target.closest('a, button, label, form')
}

/** Prevents a press with Shift from selecting text instead of rows. */
export function preventTextSelection(scroller: HTMLElement): () => void {
  const onMouseDown = (event: globalThis.MouseEvent) => {
    if (event.shiftKey && event.target instanceof Element && event.target.closest('[data-row]')) {
      event.preventDefault()
    }
  }
  scroller.addEventListener('mousedown', onMouseDown)
  return () => scroller.removeEventListener('mousedown', onMouseDown)
}
