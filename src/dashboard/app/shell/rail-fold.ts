import { firstRender } from '#lib/first-render.ts'

const cookie = 'gatehouse_rail=folded'
const year = 365 * 24 * 60 * 60

/**
 * Whether the rail is collapsed in this browser. Stored in a cookie, so that the server-rendered frame has the right
 * width.
 */
export function isRailFolded(): boolean {
  return (firstRender()?.cookies ?? document.cookie).split('; ').includes(cookie)
}

/** Stores whether the rail is collapsed. */
export function storeRailFolded(folded: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one answers later and not everywhere
  document.cookie = `${cookie}; path=/; max-age=${folded ? year : 0}; samesite=lax`
}
