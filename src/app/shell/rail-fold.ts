import { firstRender } from '#lib/first-render.ts'

const cookie = 'gatehouse_rail=folded'
const year = 365 * 24 * 60 * 60

/** Whether this browser has the rail folded. It stands in a cookie, so that the frame that the service sends has its width. */
export function isRailFolded(): boolean {
  return (firstRender()?.cookies ?? document.cookie).split('; ').includes(cookie)
}

/** Remembers whether the rail is folded. */
export function storeRailFolded(folded: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one answers later and not everywhere
  document.cookie = `${cookie}; path=/; max-age=${folded ? year : 0}; samesite=lax`
}
