import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Runs when a value changes, before the browser paints; not on mount. */
export function useOnChange<T>(value: T, act: () => void): void {
  const before = useRef(value)
  const change = useEffectEvent((next: T) => {
    if (Object.is(before.current, next)) return
    before.current = next
    act()
  })
  useLayoutEffect(() => change(value), [value])
}
