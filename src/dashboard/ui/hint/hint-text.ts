import { exactTime, parseInstant } from '#lib/time/instant.ts'

const isoInstant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/**
 * Returns a hint with its instants formatted. Done lazily: each row of a table has a hint that few people look at, and
 * formatting an instant takes longer than rendering the cell.
 */
export function formatHint(hint: string, timeZone?: string): string {
  return hint.replace(isoInstant, (iso) => {
    const instant = parseInstant(iso)
    return instant ? exactTime(instant, timeZone) : iso
  })
}
