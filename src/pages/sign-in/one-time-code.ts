/** Returns the code of a one-time link from a URL fragment, `#code=…`; undefined if there is none. */
export function oneTimeCodeIn(hash: string): string | undefined {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code')
  return code || undefined
}
