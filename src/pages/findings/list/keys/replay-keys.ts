import { flushSync } from 'react-dom'
import { receivesText } from '#table/rows/row-keys.ts'

/** What the browser does for a key that a person presses in a line of text, and not for one that a page repeats. */
function type(input: HTMLInputElement, key: string): void {
  if (key === 'Enter') {
    input.form?.requestSubmit()
    return
  }
  if (key.length > 1 && key !== 'Backspace') return
  const end = input.selectionEnd ?? input.value.length
  const start = input.selectionStart ?? end
  const back = key === 'Backspace'
  input.setRangeText(back ? '' : key, back && start === end ? Math.max(0, start - 1) : start, end, 'end')
  const inputType = back ? 'deleteContentBackward' : 'insertText'
  input.dispatchEvent(new InputEvent('input', { bubbles: true, data: back ? null : key, inputType }))
}

/** Presses keys that had to wait, one after the other, each where the focus is after the one before it. */
export function replayKeys(keys: readonly KeyboardEvent[]): void {
  // Whoever went to a field meanwhile pressed these keys before that.
  const before = document.activeElement
  for (const { key, code, shiftKey, ctrlKey, metaKey } of keys) {
    const focused = document.activeElement ?? document.body
    const target = focused === before && receivesText(focused) ? document.body : focused
    const pressed = { key, code, shiftKey, ctrlKey, metaKey }
    const event = new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true })
    // What a key does must have happened before the next one asks which row is meant.
    flushSync(() => {
      const plain = target.dispatchEvent(event)
      if (plain && target instanceof HTMLInputElement && receivesText(target)) type(target, key)
    })
  }
}
