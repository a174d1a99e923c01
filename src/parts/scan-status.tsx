import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-name.ts'

interface Look {
  word: string
  icon: IconName
  colour: string
}

const looks: Record<string, Look> = {
  SCAN_STATUS_COMPLETED: { word: 'Completed', icon: 'check', colour: 'text-ok' },
  SCAN_STATUS_RUNNING: { word: 'Running', icon: 'refresh', colour: 'text-accent' },
  SCAN_STATUS_PENDING: { word: 'Held or waiting', icon: 'tray', colour: 'text-3' },
  SCAN_STATUS_CANCELLED: { word: 'Cancelled', icon: 'close', colour: 'text-caution' },
  SCAN_STATUS_ERROR: { word: 'Failed', icon: 'error', colour: 'text-danger' },
  SCAN_STATUS_NEVER_FINISHED: { word: 'Never finished', icon: 'warning', colour: 'text-caution' },
}

/** What is waited for: a scan that was sent and is held has ended, one that is to run has not. */
const held: Look = { word: 'Held', icon: 'warning', colour: 'text-caution' }
const waiting: Look = { word: 'Waiting', icon: 'tray', colour: 'text-3' }
const pending = 'SCAN_STATUS_PENDING'

/** How a scan ended, or that it has not; a word that is not known stands as it came. */
export function scanStatusWord(value: string | null | undefined): string {
  return looks[value ?? '']?.word ?? value ?? 'not known'
}

interface ScanStatusProps {
  value: string | null | undefined
  /** Whether the scan has ended; one that has and waits is held until somebody applies it. */
  ended?: boolean | undefined
}

/** The same as a mark and a word. */
export function ScanStatus({ value, ended }: ScanStatusProps) {
  const look = value === pending && ended !== undefined ? (ended ? held : waiting) : looks[value ?? '']
  return (
    <span className={classes('inline-flex items-center gap-1.5 align-top', !look && 'text-2')}>
      {look && <Icon name={look.icon} className={look.colour} />}
      {look?.word ?? scanStatusWord(value)}
    </span>
  )
}
