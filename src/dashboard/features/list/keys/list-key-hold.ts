import { createKeyHold, type KeyHold, type Takes, takesAll } from '#ui/keys/key-hold.ts'
import { receivesText } from '#ui/keys/receives-text.ts'

/**
 * Keys that lazily loaded code may handle: letters, Escape, and the keys of the shortcuts table, which is also lazy. A
 * key that is not handled later would have had no effect anyway.
 */
const commands = /^([a-z/?[\]]|Escape)$/i
/** Whether a key of a list is held; `after` another held key, no key may be handled before it. */
export function isListKey(event: KeyboardEvent, after: boolean): boolean {
  if (!takesAll(event, [])) return false
  if (after || event.ctrlKey || event.metaKey || commands.test(event.key)) return true
  return event.shiftKey && /^(Enter|Arrow)/.test(event.key)
}

/** Takes the keys of a list, and those after them. */
export const takesListKeys: Takes = (event, before) =>
  isListKey(event, before.length > 0) && !receivesText(event.target)

/** Takes every key but those for a text field, since all are meant for what is loading. */
export const takesCommands: Takes = (event) => isListKey(event, true) && !receivesText(event.target)

/** Takes the keys of rows that the server rendered, too: nothing handles any of them yet. */
const takesInitialKeys: Takes = (event, before) => {
  const onRow = event.target instanceof Element && event.target.matches('[data-row]')
  return isListKey(event, onRow || before.length > 0) && !receivesText(event.target)
}

let initialHold: KeyHold | undefined

/** Starts to hold keys for the server-rendered rows, until the list is hydrated. */
export function startInitialKeyHold(): void {
  initialHold = createKeyHold()
  initialHold.start(takesInitialKeys)
}

/** Returns the hold since before hydration, for the list that goes on with it; undefined if there is none. */
export function takeInitialKeyHold(): KeyHold | undefined {
  const taken = initialHold
  initialHold = undefined
  return taken
}
