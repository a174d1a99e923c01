/** Days in the deployment's time zone, both included, in whole days since 1970. */
export interface DayRange {
  from: number
  until: number
}

const pattern = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/
const dayMs = 24 * 3600_000
const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / dayMs

/** Reads days such as `2026-11-01..2026-11-30`; null if the text is not a range of days. */
export function parseDays(text: string): DayRange | null {
  const [, from = '', until = ''] = pattern.exec(text) ?? []
  const range = { from: dayOf(from), until: dayOf(until) }
  return range.from >= 0 && range.until >= range.from ? range : null
}

/** Writes days that `parseDays` reads. */
export const writeDays = (from: string, until: string): string => `${from}..${until}`
