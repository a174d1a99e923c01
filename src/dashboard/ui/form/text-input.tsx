import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-name.ts'
import { useFieldAttributes } from './field-context.ts'

interface TextInputProps extends ComponentProps<'input'> {
  icon?: IconName | undefined
  /** Shown at the end of the field: a key, a button. */
  end?: ReactNode
  mono?: boolean | undefined
}

/** A one-line native input. `className` sizes the box; all other props go to the input. */
export function TextInput({ icon, end, mono, className, type = 'text', ...rest }: TextInputProps) {
  return (
    <span
      className={classes(
        'flex h-8 min-w-0 items-center gap-2 rounded border border-control bg-surface-1 px-2 text-3 has-focus-visible:outline-2 has-focus-visible:outline-accent has-aria-invalid:border-danger has-disabled:border-line has-disabled:bg-surface-2',
        className,
      )}
    >
      {icon && <Icon name={icon} />}
      <input
        {...useFieldAttributes()}
        {...rest}
        type={type}
        className={classes(
          'h-full min-w-0 flex-1 bg-transparent text-1 outline-none disabled:text-3',
          mono && 'font-mono text-xs',
        )}
      />
      {end}
    </span>
  )
}
