import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Acts when a value becomes another one, before the browser paints; not when the component is new. */
export function useOnChange<T>(value: T, act: () => void): void {
  const before = useRef(value)
  const change = useEffectEvent((next: T) => {
    if (Object.is(before.current, next)) return
    before.current = next
    act()
  })
  useLayoutEffect(() => change(value), [value])
}
