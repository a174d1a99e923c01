import { receivesText } from '#table/rows/row-keys.ts'

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
export function isBuffered(event: Pressed, after: boolean): boolean {
  if (event.defaultPrevented || event.isComposing) return false
  if (event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.key === 'k' && !event.shiftKey
  if (after) return follows.test(event.key)
  return commands.test(event.key) || (event.shiftKey && /^(Enter|Arrow)/.test(event.key))
}

/** Keys that wait, in order, for what will hear them. */
export interface KeyBuffer {
  /** From now on keys wait; `all` of them, or from the first command of the list on. */
  hold: (all: boolean) => void
  /** Ends the waiting, and gives the keys that were pressed meanwhile. */
  take: () => KeyboardEvent[]
}

let earlyBuffer: KeyBuffer | undefined

/** Keeps keys from now on for the rows that the service rendered, until the list that hears them is hydrated. */
export function startInitialKeyBuffer(): void {
  earlyBuffer = createKeyBuffer()
  earlyBuffer.hold(false)
}

/** The keys that wait since before the list was hydrated; undefined where none do. */
export function initialKeyBuffer(): KeyBuffer | undefined {
  return earlyBuffer
}

/** Ends the time before hydration: rows hear their keys themselves. */
export function endInitialKeyBuffer(): void {
  earlyBuffer = undefined
}

/** Keys that can wait for what will hear them. */
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
