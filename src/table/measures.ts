/** The height of a row in pixels; the style sheet says the same as `--row`. The person's choice stands on the page. */
export function rowHeight(): number {
  return typeof document === 'object' && document.documentElement.dataset['density'] === 'compact' ? 28 : 36
}
export const cardHeight = 96
export const headHeight = 32
/** What lies over the foot of the cards while some are selected. */
export const overFoot = 56

export function screenHeight(): number {
  return typeof innerHeight === 'number' ? innerHeight : 900
}

/** How many rows a screen of the list shows, less one that stays in sight. */
export function pageRows(scroller: HTMLElement | null): number {
  return Math.floor(((scroller?.clientHeight ?? 600) - headHeight) / rowHeight()) - 1
}
