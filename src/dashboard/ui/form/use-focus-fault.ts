import { type RefObject, useEffect } from 'react'

/**
 * Focuses the first invalid field, wherever the form is scrolled, when the person submits it.
 * @param attempt the number of submits.
 * @param faults the number of errors, or whether there is one: the focus moves when it changes.
 */
export function useFocusFault(
  form: RefObject<HTMLElement | null>,
  attempt: number,
  faults: number | boolean = true,
): void {
  useEffect(() => {
    if (attempt > 0 && faults) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, attempt, faults])
}
