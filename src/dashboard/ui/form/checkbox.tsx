import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref' | 'children'> {
  label: ReactNode
  /** Shows only the checkbox and keeps the label as its accessible name, as in a table. */
  hideLabel?: boolean | undefined
  /** Some of the represented items are selected, and some are not. */
  mixed?: boolean | undefined
  /** Shown at the end of the line: a count. */
  end?: ReactNode
}

/** A native checkbox in its label; the whole line can be pressed and is at least 24 px high. */
export function Checkbox({ label, hideLabel, mixed = false, end, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={classes('flex min-h-6 min-w-6 items-center gap-2', hideLabel && 'justify-center', className)}
    >
      <input
        {...rest}
        type="checkbox"
        // The mixed state has no attribute: it is a property of the element.
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        className="tick"
      />
      <span className={hideLabel ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{label}</span>
      {end !== undefined && <span className="text-xs text-3">{end}</span>}
    </label>
  )
}
