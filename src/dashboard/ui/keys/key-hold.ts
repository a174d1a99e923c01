import { receivesText } from './receives-text.ts'

/** Whether a hold takes a key, given those that wait already. */
export type Takes = (event: KeyboardEvent, before: readonly KeyboardEvent[]) => boolean

interface WaitingKey {
  event: KeyboardEvent
  /** Whether something that was asked to open owns it: it then goes to whatever has the focus. */
  isOwned: boolean
}

/** Holds keys until what they are meant for is there. */
export interface KeyHold {
  /** Takes keys from now on: `takes` says which, by default all. */
  start: (takes?: Takes) => void
  /** Ends the hold, and replays the keys that wait up to one that another hold takes. */
  release: () => void
  /** Ends the hold, and forgets the keys: what they were meant for does not come. */
  drop: () => void
}

const holds = new Map<KeyHold, Takes>()
let waiting: WaitingKey[] = []
let isReplaying = false

/** Keys of text fields, lists and dialogs; others, such as Tab and F5, stay with the browser. */
const held = /^(.|Enter|Escape|Backspace|Home|End|Arrow.+|Page.+)$/u

/** Takes every key that is not the browser's: text, what moves and ends, and the key of the palette. */
export const takesAll: Takes = (event) => {
  if (event.isComposing) return false
  // The third level of a keyboard has `@` and `{` of many layouts.
  const isThirdLevel = event.altKey && event.getModifierState('AltGraph')
  if (event.altKey && !isThirdLevel) return false
  if (!isThirdLevel && (event.ctrlKey || event.metaKey)) return event.key === 'k' && !event.shiftKey
  return held.test(event.key)
}

/** Creates a hold, which takes nothing yet. */
export function createKeyHold(): KeyHold {
  const hold: KeyHold = {
    start: (takes = takesAll) => {
      // First of all listeners: nothing else hears a key that is held.
      if (holds.size === 0) addEventListener('keydown', hear, true)
      holds.set(hold, takes)
    },
    release: () => {
      if (end(hold)) queueMicrotask(() => void replay())
    },
    drop: () => {
      if (end(hold)) waiting = []
    },
  }
  return hold
}

/** @returns whether it held. */
function end(hold: KeyHold): boolean {
  const held = holds.delete(hold)
  if (held && holds.size === 0) removeEventListener('keydown', hear, true)
  return held
}

function hear(event: KeyboardEvent): void {
  if (isReplaying) return
  const before = waiting.map((key) => key.event)
  for (const takes of holds.values()) {
    if (!takes(event, before)) continue
    event.preventDefault()
    event.stopImmediatePropagation()
    waiting.push({ event, isOwned: takes === takesAll })
    return
  }
}

/** Replays the keys in order, each on the element that has the focus after the previous one. */
async function replay(): Promise<void> {
  if (isReplaying) return
  isReplaying = true
  const before = document.activeElement
  try {
    for (let key = waiting[0]; key && !isHeld(key.event); key = waiting[0]) {
      waiting.shift()
      press(key, before)
      // React applies what a key changes in a microtask: before the next key looks for what is active.
      await Promise.resolve()
    }
  } finally {
    isReplaying = false
  }
  // What one of the keys has opened owns those after it.
  if (waiting.length > 0 && [...holds.values()].includes(takesAll))
    waiting = waiting.map(({ event }) => ({ event, isOwned: true }))
}

const isHeld = (event: KeyboardEvent) => [...holds.values()].some((takes) => takes(event, []))

/** Presses a key again. @param before what had the focus when the replay began. */
function press({ event, isOwned }: WaitingKey, before: Element | null): void {
  const { key, code, shiftKey, ctrlKey, metaKey } = event
  const focused = document.activeElement ?? document.body
  // If a person has focused a field meanwhile, they pressed these keys before that.
  const target = !isOwned && focused === before && receivesText(focused) ? document.body : focused
  const pressed = { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true }
  const isPlain = target.dispatchEvent(new KeyboardEvent('keydown', pressed))
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (isPlain && isField && receivesText(target)) typeKey(target, key)
}

/** Applies a key to a text field, because browsers do not do so for synthetic key events. */
function typeKey(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  if (key === 'Enter' && field instanceof HTMLInputElement) field.form?.requestSubmit()
  // The only way to type that every kind of field understands.
  else if (key === 'Backspace') document.execCommand('delete')
  else if (key === 'Enter' || [...key].length === 1)
    document.execCommand('insertText', false, key === 'Enter' ? '\n' : key)
}
