import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * A state, and a ref that is updated at once: the render follows a press later, but the next press needs the new value.
 */
export function useLiveState<T>(initial: T | (() => T)): [T, RefObject<T>, (next: T) => void] {
  const [state, setState] = useState(initial)
  const now = useRef(state)
  useLayoutEffect(() => {
    now.current = state
  })
  const set = (next: T) => {
    now.current = next
    setState(() => next)
  }
  return [state, now, set]
}
