import { useEffect, useRef } from 'react'

/** Gives the focus back to the finding when the line for the reason closes, so that its keys are heard. */
export function useRestoreFocus(finding: () => HTMLElement | null | undefined, isDialogOpen: boolean): void {
  const was = useRef(isDialogOpen)
  useEffect(() => {
    if (was.current && !isDialogOpen && document.activeElement === document.body) {
      finding()?.focus({ preventScroll: true })
    }
    was.current = isDialogOpen
  }, [isDialogOpen])
}
