import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-name.ts'

const looks: Record<string, { word: string; icon: IconName; colour: string }> = {
  SCAN_STATUS_COMPLETED: { word: 'Completed', icon: 'check', colour: 'text-ok' },
  SCAN_STATUS_RUNNING: { word: 'Running', icon: 'refresh', colour: 'text-accent' },
  SCAN_STATUS_PENDING: { word: 'Waiting', icon: 'tray', colour: 'text-3' },
  SCAN_STATUS_CANCELLED: { word: 'Cancelled', icon: 'close', colour: 'text-caution' },
  SCAN_STATUS_ERROR: { word: 'Failed', icon: 'error', colour: 'text-danger' },
  SCAN_STATUS_NEVER_FINISHED: { word: 'Never finished', icon: 'warning', colour: 'text-caution' },
}

/** How a scan ended, or that it has not; a word that is not known stands as it came. */
export function scanStatusWord(value: string | null | undefined): string {
  return looks[value ?? '']?.word ?? value ?? 'not known'
}

/** The same as a mark and a word. */
export function ScanStatus({ value }: { value: string | null | undefined }) {
  const look = looks[value ?? '']
  return (
    <span className={classes('inline-flex items-center gap-1.5 align-top', !look && 'text-2')}>
      {look && <Icon name={look.icon} className={look.colour} />}
      {scanStatusWord(value)}
    </span>
  )
}
