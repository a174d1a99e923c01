/** Reads JSON that this service wrote to its own column or file. The type is not checked again. */
export function parseStored<T>(json: string): T {
  // parse: see above.
  return JSON.parse(json) as T
}
