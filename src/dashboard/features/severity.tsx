import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { labels } from './labels.ts'

export type SeverityLevel = 'critical' | 'high' | 'medium' | 'low'

interface SeverityStyle {
  word: string
  colour: string
  shape: ReactNode
}

const styles: Record<SeverityLevel, SeverityStyle> = {
  critical: {
    word: labels.severities.critical,
    colour: 'text-critical',
    shape: <path d="M7 0l7 7-7 7-7-7z" />,
  },
  high: {
    word: labels.severities.high,
    colour: 'text-high',
    shape: <path d="M7 1.5 13 12.5H1z" stroke="currentColor" strokeLinejoin="round" />,
  },
  medium: {
    word: labels.severities.medium,
    colour: 'text-medium',
    shape: <rect x="1.5" y="1.5" width="11" height="11" rx="1.5" />,
  },
  low: {
    word: labels.severities.low,
    colour: 'text-low',
    // Triangles, because rings are used for statuses.
    shape: <path d="M7 12.5 1 1.5h12z" stroke="currentColor" strokeLinejoin="round" />,
  },
}

const unknownShape = <path d="M2 7h10" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />

/**
 * Returns the severity level of a value: `high` in findings, `SEVERITY_HIGH` in rules. Undefined for unknown values.
 */
export function severityLevel(value: string | null | undefined): SeverityLevel | undefined {
  const name = value?.toLowerCase().replace(/^severity_/, '')
  return name === 'critical' || name === 'high' || name === 'medium' || name === 'low' ? name : undefined
}

/** Returns the label of a severity. An unknown value is returned unchanged. */
export function severityLabel(value: string | null | undefined): string {
  const level = severityLevel(value)
  return level ? styles[level].word : value || labels.severities.none
}

/** The icon alone; use it only next to the label. */
export function SeverityIcon({ value }: { value: string | null | undefined }) {
  const level = severityLevel(value)
  return (
    <svg
      viewBox="0 0 14 14"
      width="14"
      height="14"
      fill="currentColor"
      aria-hidden
      className={classes('block shrink-0', level ? styles[level].colour : 'text-3')}
    >
      {level ? styles[level].shape : unknownShape}
    </svg>
  )
}

interface SeverityProps {
  value: string | null | undefined
  /**
   * For the header of a page or panel: the label is bolder. Only the icon is colored, because 3:1 contrast is enough
   * for it.
   */
  loud?: boolean | undefined
}

/** A severity as icon, label and color. */
export function Severity({ value, loud = false }: SeverityProps) {
  const level = severityLevel(value)
  return (
    <span
      className={classes(
        'inline-flex min-h-5 min-w-0 items-center align-top gap-2',
        loud && 'font-semibold',
        !level && 'text-2',
      )}
    >
      <SeverityIcon value={value} />
      <span data-word="" className={level ? undefined : 'truncate'}>
        {severityLabel(value)}
      </span>
    </span>
  )
}
