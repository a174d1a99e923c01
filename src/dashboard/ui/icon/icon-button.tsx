import type { ComponentProps } from 'react'
import { Button } from '../button.tsx'
import type { ButtonSize, ButtonVariant } from '../button-styles.ts'
import { classes } from '../classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-name.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children' | 'aria-label'> {
  /** The accessible name; it is also the hint. */
  label: string
  icon: IconName
  /** Temporarily replaces the label in the hint: "Copied". */
  hint?: string | undefined
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  disabledReason?: string | undefined
  pressed?: boolean | undefined
}

const squares: Record<ButtonSize, string> = { small: 'w-6', medium: 'w-8', large: 'w-10' }

/** A square button with only an icon. */
export function IconButton({
  label,
  hint = label,
  icon,
  variant = 'quiet',
  size = 'medium',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      size={size}
      aria-label={label}
      hint={hint}
      // Removes the padding, so that the icon is centered in the square.
      className={classes(squares[size], 'p-0!', className)}
    >
      <Icon name={icon} />
    </Button>
  )
}
