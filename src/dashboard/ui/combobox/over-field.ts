/** The space between a field and its list, and between a list and the edge of the window, in pixels. */
const gap = 4
/** The maximum height of a list. */
const tallest = 240

/**
 * Shows a list in the top layer, so that nothing clips it, and keeps it at its field whatever scrolls: below it, or above
 * it if there is more room. Returns what ends this.
 */
export function overField(list: HTMLElement, field: HTMLElement): () => void {
  const place = () => {
    const { left, top, bottom, width } = field.getBoundingClientRect()
    const [above, below] = [top - 2 * gap, innerHeight - bottom - 2 * gap]
    const isAbove = below < tallest && above > below
    Object.assign(list.style, {
      left: `${left}px`,
      width: `${width}px`,
      top: isAbove ? '' : `${bottom + gap}px`,
      bottom: isAbove ? `${innerHeight - top + gap}px` : '',
      maxHeight: `${Math.max(0, Math.min(tallest, isAbove ? above : below))}px`,
    })
  }
  list.showPopover()
  place()
  // A field grows with its values and its text.
  const size = new ResizeObserver(place)
  size.observe(field)
  addEventListener('scroll', place, { capture: true, passive: true })
  addEventListener('resize', place)
  return () => {
    size.disconnect()
    removeEventListener('scroll', place, { capture: true })
    removeEventListener('resize', place)
  }
}
