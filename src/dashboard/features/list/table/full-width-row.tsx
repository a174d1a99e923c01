import type { ReactNode } from 'react'
import type { DisplayRowState } from '#table/rows/display-row.ts'
import { classes } from '#ui/classes.ts'

interface FullWidthRowProps {
  state: DisplayRowState
  level: number
  /** Whether the children of the row are shown; undefined for a row that cannot have children. */
  expanded?: boolean | undefined
  /** The position among its siblings, from 1, and the number of siblings. */
  position?: { at: number; of: number } | undefined
  children: ReactNode
}

/** A row across the whole table, as high as other rows, or a card on a phone. */
export function FullWidthRow({ state, level, expanded, position, children }: FullWidthRowProps) {
  const { id, active, phone, span, selected, onPress } = state
  const className = 'relative cursor-default'
  const ring = 'outline-offset-[-2px] outline-accent'
  const surface = selected ? 'bg-accent-bg' : 'hover:bg-surface-2'
  if (phone) {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the list around hears the keys.
      <li
        data-row={id}
        data-focus-key={`row ${id}`}
        aria-posinset={position?.at}
        aria-setsize={position?.of}
        tabIndex={active ? 0 : -1}
        onClick={(event) => onPress(id, event)}
        className={classes(
          className,
          surface,
          ring,
          'focus:outline-2',
          'flex h-24 flex-col justify-center gap-2 overflow-hidden border-b border-line px-3',
        )}
      >
        {children}
      </li>
    )
  }
  return (
    <tr
      data-row={id}
      data-focus-key={`row ${id}`}
      aria-level={level}
      aria-expanded={expanded}
      aria-posinset={position?.at}
      aria-setsize={position?.of}
      tabIndex={active ? 0 : -1}
      onClick={(event) => onPress(id, event)}
      className={classes(className, 'outline-none')}
    >
      {/* A colspan must not include columns that a narrow table hides: the browser would create each and give it a
          share of the width. */}
      <td aria-colspan={span} className="h-(--row) p-0">
        <div
          className={classes(
            'absolute inset-0 flex items-center gap-2 border-b border-line pr-4',
            surface,
            // Rendered here, because this element covers the row.
            ring,
            'in-[tr:focus]:outline-2',
            level > 2 ? 'pl-16' : level > 1 ? 'pl-10' : 'pl-4',
          )}
        >
          {children}
        </div>
      </td>
    </tr>
  )
}
