import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type TagTone = 'plain' | 'accent' | 'danger' | 'caution' | 'ok'

const tones: Record<TagTone, string> = {
  plain: 'border-line text-2',
  accent: 'border-transparent bg-accent-bg text-accent',
  danger: 'border-transparent bg-danger-bg text-danger',
  caution: 'border-transparent bg-caution-bg text-caution',
  ok: 'border-transparent bg-ok-bg text-ok',
}

interface TagProps {
  tone?: TagTone | undefined
  className?: string | undefined
  children: ReactNode
}

/** A short framed fact: `CWE-89`, `Demo data`. It is not interactive. */
export function Tag({ tone = 'plain', className, children }: TagProps) {
  return (
    <span
      className={classes(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-sm border px-1.5 text-xs',
        tones[tone],
        className,
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  )
}
