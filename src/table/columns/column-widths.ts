import { useSyncExternalStore } from 'react'
import { narrowestColumn, type Widths, widestColumn } from './column-layout.ts'

const nameOf = (page: string) => `gatehouse.columns.${page}`

/** A width that a column can have. */
export function boundedColumn(width: number): number {
  return Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)))
}

/** The widths as they were kept; what is no width is left out. */
export function readWidths(text: string | null): Widths {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const entries = Object.entries(stored).filter(([, width]) => typeof width === 'number')
    return Object.fromEntries(entries.map(([id, width]) => [id, boundedColumn(width)]))
  } catch {
    return {}
  }
}

/** The widths that a person gave the columns of each page, in this browser. */
const widthsOf = new Map<string, Widths>()
const listeners = new Set<() => void>()

/** The widths of a page's columns. */
export function columnWidths(page: string): Widths {
  const known = widthsOf.get(page)
  if (known) return known
  let stored: Widths = {}
  try {
    stored = readWidths(localStorage.getItem(nameOf(page)))
  } catch {
    // Without storage the widths last as long as the page.
  }
  widthsOf.set(page, stored)
  return stored
}

function update(page: string, widths: Widths): void {
  widthsOf.set(page, widths)
  for (const listener of listeners) listener()
  try {
    if (Object.keys(widths).length === 0) localStorage.removeItem(nameOf(page))
    else localStorage.setItem(nameOf(page), JSON.stringify(widths))
  } catch {
    // As above.
  }
}

/** Gives a column of a page a width; undefined gives it back its own. */
export function resizeColumn(page: string, id: string, width: number | undefined): void {
  const { [id]: _, ...others } = columnWidths(page)
  update(page, width === undefined ? others : { ...others, [id]: boundedColumn(width) })
}

/** Gives all columns of a page their own widths back. */
export function resetColumnWidths(page: string): void {
  update(page, {})
}

/** The widths of a page's columns, rendered again when one changes. */
export function useColumnWidths(page: string): Widths {
  return useSyncExternalStore(subscribe, () => columnWidths(page))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
