import { useLayoutEffect } from 'react'
import { receivesText } from '#table/rows/row-keys.ts'
import { shortcutsOn } from './enabled.ts'
import { shortcutOf, writtenKey } from './key-press.ts'
import type { NamesIn } from './shortcuts.ts'

export type AnywhereName = NamesIn<'anywhere'>
type Answer = (name: AnywhereName) => void

/** How long the key after `g` may take, in milliseconds. */
const patience = 1500

let answer: Answer | undefined
let waiting: AnywhereName[] = []
let hearers = 0
/** Set while the key after `g` is awaited. */
let going: ReturnType<typeof setTimeout> | undefined

/** Asks for what a key of every page does, as that key would. It waits where the code behind it is still on its way. */
export function ask(name: AnywhereName): void {
  if (answer) answer(name)
  else waiting.push(name)
}

/** Hands over what waits and all that follows. Gives a function that ends it. */
export function answerAnywhere(next: Answer): () => void {
  answer = next
  const asked = waiting
  waiting = []
  for (const name of asked) next(name)
  return () => {
    if (answer === next) answer = undefined
  }
}

function stopGoing(): void {
  clearTimeout(going)
  going = undefined
}

/** The shortcut that a key means now, `held` where it is the first of two; undefined where it is somebody else's. */
function meant(event: KeyboardEvent): AnywhereName | 'held' | undefined {
  const written = writtenKey(event)
  if (written === undefined) return undefined
  if (going !== undefined && !/^(Shift|Control|Alt|Meta)/.test(event.key)) {
    stopGoing()
    // No other shortcut may take the second key, wherever it leads.
    if (written.length === 1) return shortcutOf('anywhere', `g ${written}`) ?? 'held'
  }
  if (receivesText(event.target)) {
    const inside = event.target instanceof Element && event.target.closest('[role="dialog"]')
    return written.startsWith('Mod+') && !inside ? shortcutOf('anywhere', written) : undefined
  }
  if (written === 'g' && shortcutsOn()) {
    going = setTimeout(stopGoing, patience)
    return 'held'
  }
  return shortcutOf('anywhere', written)
}

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const name = meant(event)
  if (name === undefined) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (name !== 'held') ask(name)
}

/** Hears the keys of every page, before the page does. Whoever repeats kept keys calls it too, so that none is lost. */
export function useAnywhereKeys(): void {
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
