/** The narrowest that a finding can be read in, in pixels. */
export const narrowest = 420
/** What nobody chose: in a small window no more than is needed, since the list must still say what is in it. */
const standardIn = (windowWidth: number) => (windowWidth < 1280 ? narrowest : 500)
const storageKey = 'gatehouse.panel-width'

/** The widest panel in a window of this width: the list keeps the rest. */
export function widest(windowWidth: number): number {
  return Math.max(narrowest, Math.round(windowWidth * 0.7))
}

/** A width within its bounds; what is no width is the standard one. */
export function boundedWidth(width: number, windowWidth: number): number {
  const rounded = Number.isFinite(width) ? Math.round(width) : standardIn(windowWidth)
  return Math.min(widest(windowWidth), Math.max(narrowest, rounded))
}

/** The width that a key on the divider asks for. The panel is at the right, so the left arrow makes it wider. */
export function widthByKey(
  key: string,
  shift: boolean,
  width: number,
  windowWidth: number,
): number | undefined {
  const step = shift ? 64 : 16
  if (key === 'ArrowLeft') return boundedWidth(width + step, windowWidth)
  if (key === 'ArrowRight') return boundedWidth(width - step, windowWidth)
  if (key === 'Home') return widest(windowWidth)
  if (key === 'End') return narrowest
  return undefined
}

/** The width the panel had last; no number where nobody chose one. */
export function readPanelWidth(): number {
  try {
    return Number.parseFloat(localStorage.getItem(storageKey) ?? '')
  } catch {
    return Number.NaN
  }
}

export function storePanelWidth(width: number): void {
  try {
    localStorage.setItem(storageKey, String(width))
  } catch {
    // The width then lasts as long as the page.
  }
}
