/** The narrowest that a finding can be read in, in pixels. */
export const narrowest = 420
const standard = 500
const storageKey = 'gatehouse.panel-width'

/** The widest panel in a window of this width: the list keeps the rest. */
export function widest(windowWidth: number): number {
  return Math.max(narrowest, Math.round(windowWidth * 0.7))
}

/** A width within its bounds; what is no width is the standard one. */
export function boundedWidth(width: number, windowWidth: number): number {
  const wanted = Number.isFinite(width) ? Math.round(width) : standard
  return Math.min(widest(windowWidth), Math.max(narrowest, wanted))
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

/** The width the panel had last. */
export function keptWidth(): number {
  try {
    const kept = localStorage.getItem(storageKey)
    return kept === null ? standard : Number.parseFloat(kept)
  } catch {
    return standard
  }
}

export function keepWidth(width: number): void {
  try {
    localStorage.setItem(storageKey, String(width))
  } catch {
    // The width then lasts as long as the page.
  }
}
