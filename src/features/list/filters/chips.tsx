import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { listLabels } from '../labels.ts'

/** A filter as text. */
export interface ChipText<N extends string = string> {
  /** The filter's name in the URL. */
  name: N
  label: string
  value?: string | undefined
  negated?: boolean | undefined
}

interface ChipsProps<N extends string> {
  chips: readonly ChipText<N>[]
  onRemove: (name: N) => void
  onClear: () => void
  /** Shown without filters: `Every project`. */
  none: string
  children?: ReactNode
}

/** The active filters, each with a remove button. Limited to one line, so that the table does not move. */
export function Chips<N extends string>({ chips, onRemove, onClear, none, children }: ChipsProps<N>) {
  if (chips.length === 0 && !children) return <p className="flex-1 truncate text-3">{none}</p>
  return (
    // A phone has no room for the button next to the chips: there it follows the last chip.
    <div className="flex min-w-0 items-center gap-2 max-sm:overflow-x-auto max-sm:[scrollbar-width:none]">
      <ul
        aria-label={listLabels.activeFilters}
        className="flex min-w-0 items-center gap-1.5 overflow-x-auto p-0.5 [scrollbar-width:none] max-sm:shrink-0 max-sm:overflow-x-visible"
      >
        {chips.map(({ name, label, value, negated }) => (
          <li key={name} className="flex shrink-0">
            <Chip label={label} value={value} negated={negated} onRemove={() => onRemove(name)} />
          </li>
        ))}
        {children}
      </ul>
      <Button variant="quiet" size="small" onClick={onClear} className="text-sm">
        {listLabels.clear}
      </Button>
    </div>
  )
}
