/** The host of a URL as it is shown; undefined for text that is no URL. A text without a scheme counts as one of https. */
export function hostOf(text: string): string | undefined {
  const address = text.trim()
  return URL.parse(/^[a-z][\w+.-]*:/i.test(address) ? address : `https://${address}`)?.host || undefined
}

/** A web URL without its scheme, the host first: a user in it could look like one. Other text stays as it is. */
export function shownUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return text
  const rest = `${url.pathname}${url.search}${url.hash}`
  return `${url.host}${rest === '/' ? '' : rest}`
}
