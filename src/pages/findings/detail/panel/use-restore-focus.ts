import { useEffect, useEffectEvent, useRef } from 'react'

/** Gives the focus back to the finding when the line for the reason closes, so that its keys are heard. */
export function useRestoreFocus(finding: () => HTMLElement | null | undefined, isDialogOpen: boolean): void {
  const was = useRef(isDialogOpen)
  const focusFinding = useEffectEvent(() => finding()?.focus({ preventScroll: true }))
  useEffect(() => {
    if (was.current && !isDialogOpen && document.activeElement === document.body) focusFinding()
    was.current = isDialogOpen
  }, [isDialogOpen])
}
