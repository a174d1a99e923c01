import type { ReactNode } from 'react'
import { none } from '#contract/parameters/query.ts'
import { longAge, parseInstant } from '#lib/time/instant.ts'
import { classes } from '#ui/classes.ts'
import { valueLabel } from '../filters/filter-descriptions.ts'
import { checkedLabels } from '../labels.ts'

interface ValidityStyle {
  colour: string
  shape: ReactNode
}

const ring = <circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" strokeWidth="1.75" />
const styles: Record<string, ValidityStyle> = {
  CONFIRMED_VALID: {
    colour: 'text-danger',
    // A bolt for active secrets: triangles are used for severities.
    shape: <path d="M8.5.5 2 8h4l-1 5.5L11.75 6H7.5z" />,
  },
  CONFIRMED_INVALID: {
    colour: 'text-3',
    shape: (
      <>
        {ring}
        <path d="M3.6 10.4 10.4 3.6" stroke="currentColor" strokeWidth="1.75" />
      </>
    ),
  },
  VALIDATION_ERROR: {
    colour: 'text-caution',
    shape: (
      <>
        {ring}
        <path d="M7 4v3.6M7 9.6v.01" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      </>
    ),
  },
  NO_VALIDATOR: {
    colour: 'text-2',
    shape: <path d="M2 7h10" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  },
}
const unknown: ValidityStyle = { colour: 'text-2', shape: ring }

const stateOf = (value: string | null | undefined) => value?.replace(/^VALIDATION_STATE_/, '') ?? ''

/** Returns the label of a secret's validity. Unknown values are returned unchanged. */
export function validationLabel(value: string | null | undefined): string {
  return valueLabel('validation_state', stateOf(value) || none)
}

/** Whether a secret is confirmed as inactive. */
export function isRevoked(value: string | null | undefined): boolean {
  return stateOf(value) === 'CONFIRMED_INVALID'
}

/** Whether a secret is confirmed as active. */
export function isActive(value: string | null | undefined): boolean {
  return stateOf(value) === 'CONFIRMED_VALID'
}

/** When the validity was last checked: "2 days ago", or "Never". */
export function checkedLabel(at: string | null | undefined, now: Date): string {
  const instant = parseInstant(at)
  return instant ? longAge(instant, now) : checkedLabels.never
}

const checkedText = (at: string | null | undefined, now: Date) =>
  parseInstant(at) ? checkedLabels.checked(checkedLabel(at, now)) : checkedLabels.neverChecked

interface ValidationProps {
  value: string | null | undefined
  /** When it was checked, shown next to the label. */
  at?: string | null | undefined
  now: Date
  /** Shows only the label, with the time of the check on hover. */
  short?: boolean | undefined
}

/** The validity of a secret, as icon and label, and when it was checked. */
export function Validation({ value, at, now, short = false }: ValidationProps) {
  const state = stateOf(value)
  const style = (Object.hasOwn(styles, state) && styles[state]) || unknown
  const instant = parseInstant(at)
  const hint = instant ? checkedLabels.hint(instant.toISOString()) : checkedLabels.neverHint
  return (
    <span data-hint={hint} className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-top">
      <svg
        viewBox="0 0 14 14"
        width="14"
        height="14"
        fill="currentColor"
        aria-hidden
        className={classes('shrink-0', style.colour)}
      >
        {style.shape}
      </svg>
      <span className={classes('truncate', isRevoked(value) ? 'text-2' : 'text-1')}>
        {validationLabel(value)}
      </span>
      {!short && (
        <span className="truncate text-xs text-3">
          {instant ? (
            <time dateTime={instant.toISOString()}>{checkedText(at, now)}</time>
          ) : (
            checkedText(at, now)
          )}
        </span>
      )}
    </span>
  )
}
