import { flushSync } from 'react-dom'
import { receivesText } from '#ui/keys/receives-text.ts'

/** Applies a key to a text field, because browsers do not do so for synthetic key events. */
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

/** Replays buffered keys in order, each on the element that has the focus after the previous one. */
export function replayKeys(keys: readonly KeyboardEvent[]): void {
  // If a person has focused a field meanwhile, they pressed these keys before that.
  const before = document.activeElement
  for (const { key, code, shiftKey, ctrlKey, metaKey } of keys) {
    const focused = document.activeElement ?? document.body
    const target = focused === before && receivesText(focused) ? document.body : focused
    const pressed = { key, code, shiftKey, ctrlKey, metaKey }
    const event = new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true })
    // Each key's state update must be applied before the next key looks up the active row.
    flushSync(() => {
      const plain = target.dispatchEvent(event)
      if (plain && target instanceof HTMLInputElement && receivesText(target)) type(target, key)
    })
  }
}
