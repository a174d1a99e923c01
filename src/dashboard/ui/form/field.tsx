import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon/icon.tsx'
import { labels } from '../labels.ts'
import { type FieldAttributes, FieldContext } from './field-context.ts'

interface FieldProps {
  label: string
  /** Shows the label only to screen readers, if the context identifies the control. */
  hideLabel?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** Label, control, hint and error line. Our controls inside it are connected to them automatically. */
export function Field({ label, hideLabel, hint, error, required, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const wiring: FieldAttributes = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': classes(error && errorId, hint !== undefined && hintId) || undefined,
    required,
  }
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium text-1'}>
        {label}
        {required && <span className="font-normal text-3"> {labels.required}</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-danger">
          <Icon name="error" className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere">{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className="text-3">
          {hint}
        </p>
      )}
    </div>
  )
}
