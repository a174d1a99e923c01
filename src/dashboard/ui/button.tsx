import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyles } from './button-styles.ts'
import { classes } from './classes.ts'
import { Icon } from './icon/icon.tsx'
import type { IconName } from './icon/icon-name.ts'
import { ActivityBar } from './status/activity-bar.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: IconName | undefined
  /** A short explanation on hover and focus. */
  hint?: string | undefined
  /** Why the button is unavailable. It stays in the tab order, so that the keyboard reaches the reason. */
  disabledReason?: string | undefined
  /** The action is running: the button keeps its size and its focus, and ignores presses. */
  loading?: boolean | undefined
  /** For a choice: whether it is the current one. Shown by `aria-pressed`, a background and a border. */
  pressed?: boolean | undefined
  children?: ReactNode
}

/** A native button. With `disabledReason` it is shown disabled, with the reason on hover and on focus. */
export function Button({
  variant = 'default',
  size = 'medium',
  icon,
  hint,
  disabledReason,
  loading = false,
  pressed,
  className,
  children,
  onClick,
  type = 'button',
  'aria-describedby': describedBy,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const unavailable = disabledReason !== undefined
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // An unavailable submit button must not submit the form either.
    if (unavailable || loading) event.preventDefault()
    else onClick?.(event)
  }
  const style = unavailable ? 'unavailable' : pressed ? 'chosen' : variant
  return (
    <>
      <button
        {...rest}
        type={type}
        onClick={click}
        aria-disabled={unavailable || loading || undefined}
        aria-busy={loading || undefined}
        aria-pressed={pressed}
        data-hint={disabledReason ?? hint}
        aria-describedby={classes(describedBy, unavailable && reasonId) || undefined}
        className={classes(buttonStyles(style, size), className)}
      >
        {icon && <Icon name={icon} className="-ml-0.5" />}
        {children}
        {loading && <ActivityBar />}
      </button>
      {unavailable && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}
