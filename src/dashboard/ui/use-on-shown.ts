import { useEffectEvent, useLayoutEffect } from 'react'

/** Runs once, after the component is mounted and before the browser paints. */
export function useOnShown(act: () => void): void {
  const shown = useEffectEvent(act)
  useLayoutEffect(() => shown(), [])
}
