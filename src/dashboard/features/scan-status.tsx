import { longWait } from '#lib/time/instant.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { IconName } from '#ui/icon/icon-name.ts'
import { scanStatusLabels } from './scan-labels.ts'

interface StatusStyle {
  label: string
  icon: IconName
  colour: string
}

/** The icon and style of each scan status. */
export const scanStatusStyles: Readonly<Record<string, StatusStyle>> = {
  SCAN_STATUS_COMPLETED: { label: scanStatusLabels.completed, icon: 'check', colour: 'text-ok' },
  SCAN_STATUS_RUNNING: { label: scanStatusLabels.running, icon: 'running', colour: 'text-accent' },
  SCAN_STATUS_PENDING: { label: scanStatusLabels.pending, icon: 'clock', colour: 'text-3' },
  SCAN_STATUS_CANCELLED: { label: scanStatusLabels.cancelled, icon: 'cancelled', colour: 'text-3' },
  SCAN_STATUS_ERROR: { label: scanStatusLabels.failed, icon: 'error', colour: 'text-danger' },
  SCAN_STATUS_NEVER_FINISHED: {
    label: scanStatusLabels.neverFinished,
    icon: 'warning',
    colour: 'text-caution',
  },
}

const heldStyle: StatusStyle = { label: scanStatusLabels.held, icon: 'pause', colour: 'text-caution' }
const queued: StatusStyle = { label: scanStatusLabels.queued, icon: 'clock', colour: 'text-3' }
const pending = 'SCAN_STATUS_PENDING'

/** Returns the label of a scan's status. An unknown value is returned unchanged. */
export function scanStatusLabel(value: string | null | undefined): string {
  return scanStatusStyles[value ?? '']?.label ?? value ?? scanStatusLabels.unknown
}

interface ScanStatusProps {
  value: string | null | undefined
  /**
   * Whether the scan has ended. A pending scan that has ended is held until somebody applies it; otherwise it is
   * queued.
   */
  ended?: boolean | undefined
  /** When it was queued, and the reference time of the page: after an hour the badge shows the waiting time. */
  queuedAt?: string | null | undefined
  now?: Date | undefined
  /** Why its run failed. */
  failure?: string | null | undefined
}

/** A scan's status as icon and label. */
export function ScanStatus({ value, ended, queuedAt, now, failure }: ScanStatusProps) {
  const style =
    value === pending && ended !== undefined ? (ended ? heldStyle : queued) : scanStatusStyles[value ?? '']
  const waited = style === queued ? longWait(queuedAt, now) : undefined
  return (
    <span
      data-hint={waited ? scanStatusLabels.queuedLong(queuedAt) : (failure ?? undefined)}
      className={classes('inline-flex items-center gap-1.5 align-top', !style && 'text-2')}
    >
      {style && <Icon name={style.icon} className={waited ? 'text-caution' : style.colour} />}
      {waited ? (
        <span className="text-caution">{scanStatusLabels.queuedFor(waited)}</span>
      ) : (
        (style?.label ?? scanStatusLabel(value))
      )}
    </span>
  )
}
