export const rowHeight = 36
export const cardHeight = 96
export const headHeight = 32
/** What lies over the foot of the cards while some are selected. */
export const overFoot = 56

export function screenHeight(): number {
  return typeof innerHeight === 'number' ? innerHeight : 900
}

/** How many rows a screen of the list shows, less one that stays in sight. */
export function pageRows(scroller: HTMLElement | null): number {
  return Math.floor(((scroller?.clientHeight ?? 600) - headHeight) / rowHeight) - 1
}
