import { useEffect, useRef } from 'react'

/** The line for the reason takes the focus with it when it goes; the keys of the finding must still be heard then. */
export function useFocusKept(finding: () => HTMLElement | null | undefined, asking: boolean): void {
  const was = useRef(asking)
  useEffect(() => {
    if (was.current && !asking && document.activeElement === document.body) {
      finding()?.focus({ preventScroll: true })
    }
    was.current = asking
  }, [asking])
}
