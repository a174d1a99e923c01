import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import type { IconName } from '../icon/icon-name.ts'
import { labels } from '../labels.ts'

type BannerTone = 'info' | 'ok' | 'caution' | 'danger'

const tones: Record<BannerTone, { icon: IconName; colour: string; surface: string }> = {
  info: { icon: 'info', colour: 'text-accent', surface: 'bg-accent-bg' },
  ok: { icon: 'check', colour: 'text-ok', surface: 'bg-ok-bg' },
  caution: { icon: 'warning', colour: 'text-caution', surface: 'bg-caution-bg' },
  danger: { icon: 'error', colour: 'text-danger', surface: 'bg-danger-bg' },
}

interface BannerProps {
  tone?: BannerTone | undefined
  children: ReactNode
  actions?: ReactNode
  onDismiss?: (() => void) | undefined
  className?: string | undefined
}

/** A line above a page or a panel that stays until its cause is resolved: offline, failed, demo data. */
export function Banner({ tone = 'info', children, actions, onDismiss, className }: BannerProps) {
  const { icon, colour, surface } = tones[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classes('flex min-h-10 shrink-0 items-start gap-2 px-4 py-1 text-1', surface, className)}
    >
      <Icon name={icon} className={classes('mt-2', colour)} />
      <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">{children}</div>
      {actions !== undefined && <div className="flex shrink-0 items-center gap-2 self-center">{actions}</div>}
      {onDismiss && <IconButton icon="close" label={labels.dismiss} onClick={onDismiss} />}
    </div>
  )
}
