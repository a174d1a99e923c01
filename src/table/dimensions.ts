import { firstRender } from '#lib/first-render.ts'

const twoLineHeight = 40

/** The height of a row in pixels; the style sheet says the same as `--row`. The person's choice stands on the page. */
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
/** What lies over the footer of the cards while some are selected. */
export const selectionFooterHeight = 56

export function viewportHeight(): number {
  return firstRender()?.height ?? (typeof innerHeight === 'number' ? innerHeight : 900)
}

/** How many rows a screen of the list shows, less one that stays in sight. */
export function pageRows(scroller: HTMLElement | null, height: number): number {
  return Math.floor(((scroller?.clientHeight ?? 600) - headerHeight) / height) - 1
}
