import { useEffect, useEffectEvent, useRef } from 'react'

/** Restores the focus to the finding when the reason form closes, so that its keys work. */
export function useRestoreFocus(finding: () => HTMLElement | null | undefined, isDialogOpen: boolean): void {
  const was = useRef(isDialogOpen)
  const focusFinding = useEffectEvent(() => finding()?.focus({ preventScroll: true }))
  useEffect(() => {
    if (was.current && !isDialogOpen && document.activeElement === document.body) focusFinding()
    was.current = isDialogOpen
  }, [isDialogOpen])
}
