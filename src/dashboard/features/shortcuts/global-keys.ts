import { useLayoutEffect } from 'react'
import { receivesText } from '#ui/keys/receives-text.ts'
import { areShortcutsEnabled } from './enabled.ts'
import { keyName, shortcutOf } from './key-press.ts'
import type { NamesIn } from './shortcuts.ts'

export type GlobalShortcutName = NamesIn<'anywhere'>
type Answer = (name: GlobalShortcutName) => void

/** The maximum time between `g` and the next key, in milliseconds. */
const sequenceTimeout = 1500

const triggers = { palette: { key: 'k', ctrlKey: true }, help: { key: '?' } }

let answer: Answer | undefined
let hearers = 0
/** Set while the key after `g` is expected. */
let sequenceTimer: ReturnType<typeof setTimeout> | undefined

/** Triggers the palette or the help as its key would: until the handler has loaded, the key waits for it. */
export function triggerGlobal(name: 'palette' | 'help'): void {
  if (answer) answer(name)
  else document.dispatchEvent(new KeyboardEvent('keydown', { ...triggers[name], cancelable: true }))
}

/** Registers the handler of global shortcuts. Returns a function that unregisters it. */
export function onGlobalShortcut(next: Answer): () => void {
  answer = next
  return () => {
    if (answer === next) answer = undefined
  }
}

function stopGoing(): void {
  clearTimeout(sequenceTimer)
  sequenceTimer = undefined
}

/**
 * Returns the global shortcut of a key, where `held` is the first of two keys; undefined if the key belongs to another
 * scope.
 */
function globalShortcutOf(event: KeyboardEvent): GlobalShortcutName | 'held' | undefined {
  const written = keyName(event)
  if (written === undefined) return undefined
  if (sequenceTimer !== undefined && !/^(Shift|Control|Alt|Meta)/.test(event.key)) {
    stopGoing()
    // The second key must not trigger any other shortcut.
    if (written.length === 1) return shortcutOf('anywhere', `g ${written}`) ?? 'held'
  }
  if (receivesText(event.target)) {
    const inside = event.target instanceof Element && event.target.closest('[role="dialog"]')
    return written.startsWith('Mod+') && !inside ? shortcutOf('anywhere', written) : undefined
  }
  if (written === 'g' && areShortcutsEnabled()) {
    sequenceTimer = setTimeout(stopGoing, sequenceTimeout)
    return 'held'
  }
  return shortcutOf('anywhere', written)
}

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const name = globalShortcutOf(event)
  if (name === undefined) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (name !== 'held') answer?.(name)
}

/**
 * Handles the keys of every page before the page does. Code that replays buffered keys also uses it, so that none is
 * lost.
 */
export function useGlobalKeys(): void {
  useLayoutEffect(() => {
    hearers += 1
    if (hearers === 1) document.addEventListener('keydown', hear, true)
    return () => {
      hearers -= 1
      if (hearers > 0) return
      document.removeEventListener('keydown', hear, true)
      stopGoing()
    }
  }, [])
}
