import { useEffect, useRef } from 'react'

/** Gives the focus back to the finding when the line for the reason closes, so that its keys are heard. */
export function useRestoreFocus(finding: () => HTMLElement | null | undefined, asking: boolean): void {
  const was = useRef(asking)
  useEffect(() => {
    if (was.current && !asking && document.activeElement === document.body) {
      finding()?.focus({ preventScroll: true })
    }
    was.current = asking
  }, [asking])
}
