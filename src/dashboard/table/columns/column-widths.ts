import { useSyncExternalStore } from 'react'
import { narrowestColumn, type Widths, widestColumn } from './column-layout.ts'

const nameOf = (page: string) => `gatehouse.columns.${page}`

/** Clamps a column width to its bounds. */
export function boundedColumn(width: number): number {
  return Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)))
}

/** Parses stored widths; invalid ones are omitted. */
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

/** The widths that a person set for the columns of each page, in this browser. */
const widthsOf = new Map<string, Widths>()
const listeners = new Set<() => void>()

/** Returns the widths of a page's columns. */
export function columnWidths(page: string): Widths {
  const known = widthsOf.get(page)
  if (known) return known
  let stored: Widths = {}
  try {
    stored = readWidths(localStorage.getItem(nameOf(page)))
  } catch {
    // Without storage the widths last until the page is closed.
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
    // Without storage the widths last until the page is closed.
  }
}

/** Sets the width of a column of a page; undefined restores the default. */
export function resizeColumn(page: string, id: string, width: number | undefined): void {
  const { [id]: _, ...others } = columnWidths(page)
  update(page, width === undefined ? others : { ...others, [id]: boundedColumn(width) })
}

/** Restores the default widths of all columns of a page. */
export function resetColumnWidths(page: string): void {
  update(page, {})
}

/** Returns the widths of a page's columns, and rerenders when one changes. */
export function useColumnWidths(page: string): Widths {
  return useSyncExternalStore(subscribe, () => columnWidths(page))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
