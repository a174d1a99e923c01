import { useDeferredValue } from 'react'

/**
 * Whether the header of a detail has been rendered, so that slower parts can follow in a later frame. Without a browser
 * there are no frames, so everything renders at once.
 */
export function useHeaderRendered(): boolean {
  return useDeferredValue(true, typeof document === 'undefined')
}
