import { receivesText } from '#ui/keys/receives-text.ts'

/**
 * Keys that lazily loaded code may handle: letters, Escape, and the keys of the shortcuts table, which is also lazy. A
 * key that is not handled later would have had no effect anyway.
 */
const commands = /^([a-z/?[\]]|Escape)$/i
/** Other keys that may follow such a key and must not be handled before it. */
const follows = /^(.|Enter|Escape|Backspace|Home|End|Arrow.+|Page.+)$/u

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'
>

/** Whether a key is buffered; `after` another buffered key, every key that may follow it is buffered too. */
export function isBuffered(event: Pressed, after: boolean): boolean {
  if (event.defaultPrevented || event.isComposing) return false
  if (event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.key === 'k' && !event.shiftKey
  if (after) return follows.test(event.key)
  return commands.test(event.key) || (event.shiftKey && /^(Enter|Arrow)/.test(event.key))
}

/** Keys that are buffered, in order, for a handler that has not loaded yet. */
export interface KeyBuffer {
  /** Starts buffering; `all` keys, or from the first list command on. */
  hold: (all: boolean) => void
  /** Stops buffering and returns the keys pressed meanwhile. */
  take: () => KeyboardEvent[]
}

let earlyBuffer: KeyBuffer | undefined

/** Starts buffering keys for the server-rendered rows, until the list is hydrated. */
export function startInitialKeyBuffer(): void {
  earlyBuffer = createKeyBuffer()
  earlyBuffer.hold(false)
}

/** Returns the keys buffered since before hydration; undefined if none. */
export function initialKeyBuffer(): KeyBuffer | undefined {
  return earlyBuffer
}

/** Ends the buffering before hydration: rows now handle their keys. */
export function endInitialKeyBuffer(): void {
  earlyBuffer = undefined
}

/** Creates a buffer for keys whose handler has not loaded yet. */
export function createKeyBuffer(): KeyBuffer {
  let buffered: KeyboardEvent[] | undefined
  let all = false
  const hear = (event: KeyboardEvent) => {
    if (!buffered) return
    const onRow =
      earlyBuffer === keys && event.target instanceof Element && event.target.matches('[data-row]')
    if (!isBuffered(event, all || onRow || buffered.length > 0) || receivesText(event.target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    buffered.push(event)
  }
  const keys: KeyBuffer = {
    hold: (everything) => {
      all = everything
      buffered ??= []
      document.addEventListener('keydown', hear, true)
    },
    take: () => {
      const keys = buffered ?? []
      buffered = undefined
      document.removeEventListener('keydown', hear, true)
      return keys
    },
  }
  return keys
}
