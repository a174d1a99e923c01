import { useEffectEvent, useLayoutEffect } from 'react'

/** Acts once, as soon as the component is in the page and before the browser paints. */
export function useOnShown(act: () => void): void {
  const shown = useEffectEvent(act)
  useLayoutEffect(() => shown(), [])
}
