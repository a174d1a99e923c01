import { exactTime, parseInstant } from '#lib/time/instant.ts'

const isoInstant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/**
 * A hint with its instants in words. A row of a table has one in its hint that few people ever look at, and to put an
 * instant into words takes longer than to render the cell.
 */
export function formatHint(hint: string, timeZone?: string): string {
  return hint.replace(isoInstant, (iso) => {
    const instant = parseInstant(iso)
    return instant ? exactTime(instant, timeZone) : iso
  })
}
