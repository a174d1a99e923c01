/** Returns an external URL that may be followed: absolute, and http or https. */
export function httpUrl(value: string | null | undefined): string | undefined {
  const url = value ? URL.parse(value) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
