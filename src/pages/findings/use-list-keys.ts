import { useLayoutEffect, useRef } from 'react'
import { useAnywhereKeys } from '#parts/shortcuts/anywhere.ts'
import { shortcutOf, writtenKey } from '#parts/shortcuts/pressed.ts'
import type { NamesIn } from '#parts/shortcuts/table.ts'
import { takesKeys } from '#table/row-keys.ts'

/** What the keys of the list do. One that gives false did nothing, so that the key keeps its own meaning. */
export type ListActions = Record<NamesIn<'list'>, () => unknown>

/** Hears the keys of the list anywhere on its page, but never while somebody types. */
export function useListKeys(actions: ListActions): void {
  const present = useRef(actions)
  useLayoutEffect(() => {
    present.current = actions
  })
  useAnywhereKeys()
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || takesKeys(event.target)) return
      const name = shortcutOf('list', writtenKey(event))
      if (!name || present.current[name]() === false) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
