/** Returns a value of a URL fragment, such as the code of a one-time link in `#code=…`; undefined if there is none. */
export function fragmentValue(hash: string, name: 'code' | 'invitation'): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get(name) || undefined
}
