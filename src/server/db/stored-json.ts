/**
 * Reads JSON that this service wrote, into a column or a file of its own. It has the form that it was written in, which
 * nothing checks again.
 */
export function parseStored<T>(json: string): T {
  // parse: see above.
  return JSON.parse(json) as T
}
