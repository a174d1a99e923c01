/** Parses an external value as an instant; undefined if it is invalid. */
export function parseInstant(value: string | number | Date | null | undefined): Date | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

interface Step {
  until: number
  size: number
  short: string
  long: Intl.RelativeTimeFormatUnit
}

// Days are used up to three months: ages are compared within a column, where 33 d is more precise than 4 w.
const steps: readonly Step[] = [
  { until: hour, size: minute, short: 'min', long: 'minute' },
  { until: day, size: hour, short: 'h', long: 'hour' },
  { until: 100 * day, size: day, short: 'd', long: 'day' },
  { until: 730 * day, size: 30.4375 * day, short: 'mo', long: 'month' },
  { until: Number.POSITIVE_INFINITY, size: 365.25 * day, short: 'y', long: 'year' },
]

function stepOf(distance: number): { count: number; step: Step } | undefined {
  const step = steps.find(({ until }) => distance < until)
  return step && distance >= minute ? { count: Math.floor(distance / step.size), step } : undefined
}

/**
 * Returns the distance of an instant from now, for a narrow column: `now`, `12 min`, `2 h`, `3 d`, `14 mo`, `in 3 d`.
 */
export function shortAge(instant: Date, now: Date): string {
  const distance = now.getTime() - instant.getTime()
  const step = stepOf(Math.abs(distance))
  if (!step) return 'now'
  const words = `${step.count} ${step.step.short}`
  return distance < 0 ? `in ${words}` : words
}

/** Returns a waiting time in the form of `shortAge`; undefined within the first hour or if it is unknown. */
export function longWait(since: string | null | undefined, now: Date | undefined): string | undefined {
  const instant = parseInstant(since)
  if (!instant || !now || now.getTime() - instant.getTime() < hour) return undefined
  return shortAge(instant, now)
}

// Created on first use, like the formats below.
let relativeWords: Intl.RelativeTimeFormat | undefined

/** Returns the distance of an instant from now, for a sentence: `just now`, `3 days ago`, `in 2 hours`. */
export function longAge(instant: Date, now: Date): string {
  const distance = now.getTime() - instant.getTime()
  const step = stepOf(Math.abs(distance))
  relativeWords ??= new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' })
  return step ? relativeWords.format(distance < 0 ? step.count : -step.count, step.step.long) : 'just now'
}

const exactFormats = new Map<string, Intl.DateTimeFormat>()

function exactFormat(timeZone: string | undefined, withTime: boolean): Intl.DateTimeFormat {
  const key = `${timeZone ?? ''} ${withTime}`
  let format = exactFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      ...(withTime ? { timeStyle: 'long' } : {}),
      ...(timeZone ? { timeZone } : {}),
    })
    exactFormats.set(key, format)
  }
  return format
}

/**
 * Returns the instant to the second with its zone: `21 Nov 2026, 07:18:27 UTC`. In the reader's zone unless one is
 * given.
 */
export function exactTime(instant: Date, timeZone?: string): string {
  return exactFormat(timeZone, true).format(instant)
}

/** Returns only the date: `21 Nov 2026`. */
export function exactDay(instant: Date, timeZone?: string): string {
  return exactFormat(timeZone, false).format(instant)
}
