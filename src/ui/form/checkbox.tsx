import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref' | 'children'> {
  label: ReactNode
  /** Shows the box alone and keeps the label as its name, as in a table. */
  hideLabel?: boolean | undefined
  /** Some of what the box stands for is chosen, and some is not. */
  mixed?: boolean | undefined
  /** Stands at the end of the line: a count. */
  end?: ReactNode
}

/** A native checkbox in its label; the whole line can be pressed and is 24 px high at least. */
export function Checkbox({ label, hideLabel, mixed = false, end, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={classes('flex min-h-6 min-w-6 items-center gap-2', hideLabel && 'justify-center', className)}
    >
      <input
        {...rest}
        type="checkbox"
        // There is no attribute for the mixed state: it is a property of the element.
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
