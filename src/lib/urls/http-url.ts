/** Returns an external URL that may be followed: absolute, http or https, and without what may stand for a password. */
export function httpUrl(value: string | null | undefined): string | undefined {
  const url = value ? URL.parse(value) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  if (url.username !== '' || url.password !== '') {
    url.username = ''
    url.password = ''
  }
  return url.href
}
