import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** A state, and a reference that has it at once: the page follows a press a moment later, the next press must know of it already. */
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
