import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon/icon.tsx'
import { useFieldAttributes } from './field-context.ts'

/** A native select, for controls in the initial bundle: page size, sort. `className` sizes the box. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classes('relative inline-flex h-8', className)}>
      <select
        {...useFieldAttributes()}
        {...rest}
        className="h-full w-full appearance-none truncate rounded border border-control bg-surface-1 pr-7 pl-2 text-1 hover:bg-surface-2 aria-invalid:border-danger disabled:border-line disabled:bg-surface-2 disabled:text-3"
      >
        {children}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-2"
      />
    </span>
  )
}
