/** The code of a one-time link from a URL's fragment, `#code=…`; undefined where there is none. */
export function oneTimeCodeIn(hash: string): string | undefined {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code')
  return code || undefined
}
