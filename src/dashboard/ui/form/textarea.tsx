import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { useFieldAttributes } from './field-context.ts'

/** A native text area that grows with its text, if the browser supports it. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldAttributes()}
      {...rest}
      rows={rows}
      className={classes(
        'field-sizing-content min-h-16 w-full resize-y rounded border border-control bg-surface-1 px-2 py-1.5 text-1 focus-visible:outline-offset-0 aria-invalid:border-danger disabled:border-line disabled:bg-surface-2 disabled:text-3',
        className,
      )}
    />
  )
}
