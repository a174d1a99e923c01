import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { classes } from '#ui/classes.ts'
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

/** The number takes the place of the other button, as wide as it: so the room for chips is the same with either. */
const lineButton = 'mt-0.5 w-14 shrink-0 justify-center text-sm'

/** Counts the chips that are not on the first line. */
function useHidden(list: RefObject<HTMLUListElement | null>): number {
  const [hidden, setHidden] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const count = () => {
      const tops = [...element.children].map((chip) => chip.getBoundingClientRect().top)
      const [first = 0] = tops
      setHidden(tops.filter((top) => top > first).length)
    }
    const observer = new ResizeObserver(count)
    observer.observe(element)
    count()
    return () => observer.disconnect()
  })
  return hidden
}

/**
 * The active filters, each with a remove button. Limited to one line, so that the table does not move while they load;
 * the others are counted, and shown when the number is pressed or the keyboard reaches one of them.
 */
export function Chips<N extends string>(props: ChipsProps<N>) {
  if (props.chips.length === 0 && !props.children)
    return <p className="flex-1 truncate text-3">{props.none}</p>
  return <ChipLine {...props} />
}

function ChipLine<N extends string>({ chips, onRemove, onClear, children }: ChipsProps<N>) {
  const list = useRef<HTMLUListElement>(null)
  const hidden = useHidden(list)
  const [expanded, setExpanded] = useState(false)
  // In a line of their own more of them fit, so that what is open does not depend on what is hidden.
  const isOpen = expanded && chips.length + (children ? 1 : 0) > 1
  return (
    <div
      data-chips-open={isOpen || undefined}
      className="flex min-w-0 items-start gap-2 max-sm:data-chips-open:flex-wrap"
    >
      <ul
        ref={list}
        aria-label={listLabels.activeFilters}
        onFocus={(event) => {
          if (event.target.getBoundingClientRect().top > event.currentTarget.getBoundingClientRect().bottom)
            setExpanded(true)
        }}
        className={classes(
          'flex min-w-0 flex-wrap items-center gap-1.5 p-0.5',
          isOpen ? 'max-sm:basis-full' : 'h-7.5 overflow-hidden',
        )}
      >
        {chips.map(({ name, label, value, negated }) => (
          <li key={name} className="flex max-w-full">
            <Chip label={label} value={value} negated={negated} onRemove={() => onRemove(name)} />
          </li>
        ))}
        {children}
      </ul>
      {(isOpen || hidden > 0) && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-label={isOpen ? listLabels.fewerFilters : listLabels.moreFilters(hidden)}
          onClick={() => setExpanded(!isOpen)}
          className={lineButton}
        >
          {isOpen ? listLabels.fewer : `+${hidden}`}
        </Button>
      )}
      {(isOpen || hidden === 0) && (
        <Button variant="quiet" size="small" onClick={onClear} className={lineButton}>
          {listLabels.clear}
        </Button>
      )}
    </div>
  )
}
