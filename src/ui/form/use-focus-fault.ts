import { type RefObject, useEffect } from 'react'

/**
 * Gives the focus to the first field with a fault, wherever the form was scrolled to, when somebody tries to send it.
 * @param attempt how often that was tried.
 * @param faults how many faults there are, or whether there is one: the focus follows when that changes.
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
