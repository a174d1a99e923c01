import { useLayoutEffect, useRef } from 'react'
import { receivesText } from '#table/rows/row-keys.ts'
import { useGlobalKeys } from './global-keys.ts'
import { keyName, shortcutOf } from './key-press.ts'
import { type NamesIn, shortcuts } from './shortcuts.ts'

type ListScope = 'list' | 'table'

/** What a key does, told which of its keys it was. One that gives false did nothing: the key keeps its own meaning. */
type Act = (key: string) => unknown

type KeyActions<P extends ListScope> = P extends 'list'
  ? Record<NamesIn<P>, Act>
  : Partial<Record<NamesIn<P>, Act>>

/** Whether a row, the open finding or the bar of a selection has the focus, so that everybody sees what a key acts on. */
function isOnRow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-row], [data-finding], [data-selection]') !== null
}

/**
 * Hears the keys of a list on its page, but never while somebody types. A key that acts on a row is heard only where one has
 * the focus.
 */
export function useKeys<const P extends ListScope>(scope: P, actions: KeyActions<P>): void {
  const present = useRef<Partial<Record<string, Act>>>(actions)
  useLayoutEffect(() => {
    present.current = actions
  })
  useGlobalKeys()
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || receivesText(event.target)) return
      const name = shortcutOf(scope, keyName(event))
      const act = name === undefined ? undefined : present.current[name]
      if (name === undefined || !act) return
      if ('actsOnRow' in shortcuts[name] && !isOnRow(event.target)) return
      if (act(event.key) === false) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [scope])
}
