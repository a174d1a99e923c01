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
