import { firstRender } from '#lib/first-render.ts'

const twoLineHeight = 40

/**
 * Returns the row height in pixels; the style sheet has the same value as `--row`. The person's density is an attribute
 * of the page.
 */
export function rowHeight(twoLines: boolean): number {
  const isCompact =
    typeof document === 'object'
      ? document.documentElement.dataset['density'] === 'compact'
      : firstRender()?.cookies.includes('gatehouse_density=compact')
  if (isCompact) return 28
  return twoLines ? twoLineHeight : 36
}
export const cardHeight = 96
export const headerHeight = 32
/** The height of the selection bar over the footer of cards. */
export const selectionFooterHeight = 56

export function viewportHeight(): number {
  return firstRender()?.height ?? (typeof innerHeight === 'number' ? innerHeight : 900)
}

/** Returns the number of rows per screen of the list, less one that stays visible. */
export function pageRows(scroller: HTMLElement | null, height: number): number {
  return Math.floor(((scroller?.clientHeight ?? 600) - headerHeight) / height) - 1
}
