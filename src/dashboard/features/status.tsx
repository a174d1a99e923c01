import type { ReactNode } from 'react'
import { statuses } from '#contract/vocabulary.ts'
import { classes } from '#ui/classes.ts'
import { labels } from './labels.ts'

type KnownStatus = (typeof statuses)[number]

interface StatusStyle {
  word: string
  colour: string
  shape: ReactNode
}

// One ring for all five: empty, half, three quarters, struck out, full. The shapes differ without their colors.
const ring = <circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" strokeWidth="1.75" />

const styles: Record<KnownStatus, StatusStyle> = {
  open: { word: labels.statuses.open, colour: 'text-status-open', shape: ring },
  reviewing: {
    word: labels.statuses.reviewing,
    colour: 'text-status-reviewing',
    shape: (
      <>
        {ring}
        <path d="M7 4.25a2.75 2.75 0 0 1 0 5.5z" />
      </>
    ),
  },
  fixing: {
    word: labels.statuses.fixing,
    colour: 'text-status-fixing',
    shape: (
      <>
        {ring}
        <path d="M7 4.25a2.75 2.75 0 1 1-2.75 2.75H7z" />
      </>
    ),
  },
  ignored: {
    word: labels.statuses.ignored,
    colour: 'text-status-ignored',
    shape: (
      <>
        {ring}
        <path d="M3.6 10.4 10.4 3.6" stroke="currentColor" strokeWidth="1.75" />
      </>
    ),
  },
  fixed: {
    word: labels.statuses.fixed,
    colour: 'text-status-fixed',
    shape: (
      <path d="M7 1.1a5.9 5.9 0 1 0 0 11.8A5.9 5.9 0 0 0 7 1.1zm3.3 4.5-3.9 4.2a.8.8 0 0 1-1.2 0L3.6 8a.8.8 0 0 1 1.2-1.1l1 1.1 3.3-3.5a.8.8 0 0 1 1.2 1.1z" />
    ),
  },
}

function known(value: string | null | undefined): KnownStatus | undefined {
  return statuses.find((status) => status === value)
}

/** Returns the label of a status. An unknown value is returned unchanged. @param reason that of an ignored finding. */
export function statusLabel(value: string | null | undefined, reason?: string | null): string {
  const status = known(value)
  if (status === 'ignored' && reason === 'revoked') return labels.statuses.revoked
  return status ? styles[status].word : value || labels.statuses.none
}

/** The icon alone; use it only next to the label. */
export function StatusIcon({ value }: { value: string | null | undefined }) {
  const status = known(value)
  return (
    <svg
      viewBox="0 0 14 14"
      width="14"
      height="14"
      fill="currentColor"
      aria-hidden
      className={classes('block shrink-0', status ? styles[status].colour : 'text-3')}
    >
      {status ? styles[status].shape : <path d="M4 7h6" stroke="currentColor" strokeWidth="2" />}
    </svg>
  )
}

interface StatusProps {
  value: string | null | undefined
  /** Why it is ignored: a secret that was revoked is called so. */
  reason?: string | null | undefined
  /** In a row: open findings, which are most of them, show only the icon. */
  brief?: boolean | undefined
}

/** A finding's status as icon and label. */
export function Status({ value, reason, brief = false }: StatusProps) {
  const silent = brief && value === 'open'
  return (
    <span
      data-hint={brief ? statusLabel(value, reason) : undefined}
      className={classes(
        'inline-flex min-h-5 min-w-0 items-center align-top gap-2',
        !known(value) && 'text-2',
      )}
    >
      <StatusIcon value={value} />
      <span data-word="" className={silent ? 'sr-only' : known(value) ? undefined : 'truncate'}>
        {statusLabel(value, reason)}
      </span>
    </span>
  )
}
