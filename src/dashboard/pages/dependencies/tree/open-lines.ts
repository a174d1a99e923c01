import { toggled } from '#features/list/search-params/use-search-state.ts'
import type { ViewProps } from '../view-props.ts'

/** The open rows of a tree, stored in the URL, and how to change them. */
export interface OpenLines {
  isOpen: (key: string) => boolean
  toggle: (key: string) => void
  /** Opens all of these rows. */
  open: (keys: readonly string[]) => void
}

export function openLines({ state, change }: Pick<ViewProps, 'state' | 'change'>): OpenLines {
  const keys = new Set(state.open)
  const set = (open: string[] | undefined) => change({ open }, { kind: 'choice', group: 'open' })
  return {
    isOpen: (key) => keys.has(key),
    toggle: (key) => set(toggled(state.open, key)),
    open: (more) => set([...(state.open ?? []).filter((key) => !more.includes(key)), ...more]),
  }
}
