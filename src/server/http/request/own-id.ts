/**
 * Converts an id that a client sent as a decimal string to a number, or null if it cannot be one of our ids: those are
 * below 2^31, while an unsigned 64-bit number does not fit a JavaScript number.
 * Source: docs/api.md#ids-and-names.
 */
export function ownId(text: string): number | null {
  return /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : null
}
