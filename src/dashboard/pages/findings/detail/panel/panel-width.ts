/** The minimum readable width of a finding, in pixels. */
export const narrowest = 420
/** The default width: the minimum in a small window, so that the list stays readable. */
const standardIn = (windowWidth: number) => (windowWidth < 1280 ? narrowest : 500)
const storageKey = 'gatehouse.panel-width'

/** Returns the maximum panel width for a window width: the list keeps the rest. */
export function widest(windowWidth: number): number {
  return Math.max(narrowest, Math.round(windowWidth * 0.7))
}

/** Clamps a width to its bounds; an invalid width becomes the default. */
export function boundedWidth(width: number, windowWidth: number): number {
  const rounded = Number.isFinite(width) ? Math.round(width) : standardIn(windowWidth)
  return Math.min(widest(windowWidth), Math.max(narrowest, rounded))
}

/** Returns the width after a key press on the divider. The panel is at the right, so the left arrow widens it. */
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

/** Returns the stored panel width; NaN if none was chosen. */
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
    // Without storage the width lasts until the page is closed.
  }
}
