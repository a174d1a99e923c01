/**
 * The number of an id of ours that a client sent as a decimal string, or null where it can be none of ours: they
 * stay below 2^31, while an unsigned 64-bit number does not fit a JavaScript number.
 * Source: docs/api.md#ids-and-names.
 */
export function ownId(text: string): number | null {
  return /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : null
}
