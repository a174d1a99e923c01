import { badRequest } from '#server/http/errors.ts'

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/**
 * Reads an instant that a client wrote: ISO 8601, a day (its start in UTC) or a time with its offset, or epoch
 * seconds as elsewhere in the API.
 * @returns milliseconds since 1970.
 * @throws Refusal 400. Source: API decisions, "Rules for all operations", Timestamps.
 */
export function readSince(given: string): number {
  const seconds = /^\d{1,11}(\.\d{1,9})?$/.test(given) ? Number(given) * 1000 : null
  const instant = seconds ?? (iso.test(given) ? Date.parse(given) : Number.NaN)
  if (Number.isNaN(instant)) {
    const detail = `"${given.slice(0, 80)}" is not an instant such as 2026-01-31T12:00:00Z`
    throw badRequest([{ parameter: 'since', detail }])
  }
  return instant
}
