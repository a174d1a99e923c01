import type { KeyboardEvent } from 'react'

/**
 * Presses the submit button of a field's form on Ctrl Enter or ⌘ Enter: in a text of several lines, Enter is a line
 * break. An unavailable button does nothing, as when it is clicked.
 * @returns whether the key was handled.
 */
export function pressSubmit(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey, repeat, defaultPrevented, nativeEvent, target } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey) || shiftKey || altKey) return false
  if (repeat || defaultPrevented || nativeEvent.isComposing || !isField(target)) return false
  const submit = [...(target.form?.elements ?? [])].find(
    (element) => element instanceof HTMLButtonElement && element.type === 'submit',
  )
  if (!(submit instanceof HTMLButtonElement)) return false
  event.preventDefault()
  submit.click()
  return true
}

const isField = (target: EventTarget) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement
