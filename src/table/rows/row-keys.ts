/** Returns the index to which a key moves the focus in a list of `count` rows, or undefined if it does not move. */
export function movedIndex(
  key: string,
  from: number | undefined,
  count: number,
  pageRows: number,
): number | undefined {
  if (count === 0) return undefined
  const last = count - 1
  const bounded = (index: number) => Math.min(last, Math.max(0, index))
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return from === undefined ? 0 : bounded(from + 1)
    case 'k':
    case 'ArrowUp':
      return from === undefined ? last : bounded(from - 1)
    case 'PageDown':
      return bounded((from ?? 0) + Math.max(1, pageRows))
    case 'PageUp':
      return bounded((from ?? 0) - Math.max(1, pageRows))
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

const typingInputs = new Set([
  'text',
  'search',
  'email',
  'number',
  'password',
  'tel',
  'url',
  'date',
  'time',
  'datetime-local',
])

/** Whether keys pressed there are text, or belong to a menu or a dialog: no shortcut may apply. */
export function receivesText(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="dialog"], [role="menu"], [role="listbox"], [contenteditable="true"]'))
    return true
  const control = target.closest('input, textarea, select')
  if (control instanceof HTMLInputElement) return typingInputs.has(control.type)
  return control !== null
}
