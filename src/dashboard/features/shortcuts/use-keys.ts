import { useLayoutEffect, useRef } from 'react'
import { receivesText } from '#ui/keys/receives-text.ts'
import { useGlobalKeys } from './global-keys.ts'
import { keyName, shortcutOf } from './key-press.ts'
import { type NamesIn, shortcuts } from './shortcuts.ts'

type ListScope = 'list' | 'table'

/**
 * Handles a shortcut, given which of its keys was pressed. Returns false if it did nothing, so that the key keeps its
 * default action.
 */
type Act = (key: string) => unknown

type KeyActions<P extends ListScope> = P extends 'list'
  ? Record<NamesIn<P>, Act>
  : Partial<Record<NamesIn<P>, Act>>

/** Whether a row, the open finding or the selection bar has the focus, so that the target of a key is visible. */
function isOnRow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-row], [data-finding], [data-selection]') !== null
}

/**
 * Handles the keys of a list on its page, except while the person types. A key that acts on a row is handled only while
 * a row has the focus.
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
