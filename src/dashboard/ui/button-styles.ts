import { classes } from './classes.ts'

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

const variants: Record<ButtonVariant | 'chosen' | 'unavailable', string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  default: 'border-control bg-surface-1 text-1 hover:bg-surface-2 active:bg-surface-3',
  quiet: 'border-transparent bg-transparent text-2 hover:bg-surface-2 hover:text-1 active:bg-surface-3',
  danger: 'border-transparent bg-danger text-on-accent hover:bg-danger-strong',
  chosen: 'border-accent-line bg-accent-bg text-accent',
  unavailable: 'border-line bg-surface-2 text-3 cursor-not-allowed',
}

const sizes: Record<ButtonSize, string> = {
  small: 'h-6 gap-1 px-2 text-xs',
  medium: 'h-8 gap-1.5 px-3 text-sm',
  large: 'h-10 gap-2 px-4 text-base',
}

/** Returns the classes of a button, also for a link that looks like one. */
export function buttonStyles(look: keyof typeof variants = 'default', size: ButtonSize = 'medium'): string {
  return classes(
    'relative inline-flex shrink-0 select-none items-center justify-center overflow-hidden whitespace-nowrap rounded border font-medium no-underline transition-colors',
    sizes[size],
    variants[look],
  )
}
