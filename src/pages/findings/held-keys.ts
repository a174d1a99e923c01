import { useLayoutEffect, useState } from 'react'
import { takesKeys } from '#table/row-keys.ts'

/**
 * What the code that comes later may do something for: letters, Escape, and the signs of the table of shortcuts, which comes
 * later itself. A key that then does nothing would have done nothing at once.
 */
const commands = /^([a-z/?[\]]|Escape)$/i
/** What else may follow such a key and must not overtake it. */
const follows = /^(.|Enter|Escape|Backspace|Home|End|Arrow.+|Page.+)$/u

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'
>

/** Whether a key is kept; `after` another one that waits, whatever could be meant to follow it is kept too. */
export function isKept(event: Pressed, after: boolean): boolean {
  if (event.defaultPrevented || event.isComposing) return false
  if (event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.key === 'k' && !event.shiftKey
  if (after) return follows.test(event.key)
  return commands.test(event.key) || (event.shiftKey && /^(Enter|Arrow)/.test(event.key))
}

/** Keys that wait, in order, for what will hear them. */
export interface HeldKeys {
  /** From now on keys wait; `all` of them, or from the first command of the list on. */
  hold: (all: boolean) => void
  /** Ends the waiting, and gives the keys that were pressed meanwhile. */
  take: () => KeyboardEvent[]
}

function createHeldKeys(): HeldKeys {
  let held: KeyboardEvent[] | undefined
  let all = false
  const hear = (event: KeyboardEvent) => {
    if (!held || !isKept(event, all || held.length > 0) || takesKeys(event.target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  return {
    hold: (everything) => {
      all = everything
      held ??= []
      document.addEventListener('keydown', hear, true)
    },
    take: () => {
      const keys = held ?? []
      held = undefined
      document.removeEventListener('keydown', hear, true)
      return keys
    },
  }
}

/** Keeps the keys that are pressed before the code that hears them is there, so that none is lost. */
export function useHeldKeys(): HeldKeys {
  const [keys] = useState(createHeldKeys)
  useLayoutEffect(() => {
    keys.hold(false)
    return () => void keys.take()
  }, [keys])
  return keys
}
