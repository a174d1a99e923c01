import { useDeferredValue } from 'react'

/**
 * Whether the header of a detail has been rendered, so that what takes longer can follow in a frame of its own. Without a
 * browser there are no frames, and all is rendered at once.
 */
export function useHeaderRendered(): boolean {
  return useDeferredValue(true, typeof document === 'undefined')
}
