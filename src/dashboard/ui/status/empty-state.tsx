import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-name.ts'

interface EmptyStateProps {
  icon?: IconName | undefined
  title: string
  /** The next step, in one or two sentences; a command with its copy button. */
  children?: ReactNode
  actions?: ReactNode
  className?: string | undefined
}

/** Explains why there is no content and what to do. */
export function EmptyState({ icon, title, children, actions, className }: EmptyStateProps) {
  return (
    <div
      className={classes(
        'mx-auto flex max-w-120 flex-col items-center gap-3 px-4 py-16 text-center',
        className,
      )}
    >
      {icon && <Icon name={icon} className="size-6 text-3" />}
      <h2 className="text-lg font-semibold">{title}</h2>
      {children !== undefined && <div className="text-base text-2 max-w-full">{children}</div>}
      {actions !== undefined && <div className="flex flex-wrap justify-center gap-2 pt-1">{actions}</div>}
    </div>
  )
}
