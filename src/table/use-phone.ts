import { useSyncExternalStore } from 'react'

let list: MediaQueryList | undefined

/** Made once: every table asks each time it is rendered. */
function phone(): MediaQueryList {
  list ??= matchMedia('(width < 640px)')
  return list
}

function subscribe(listener: () => void) {
  phone().addEventListener('change', listener)
  return () => phone().removeEventListener('change', listener)
}

/** Whether the window is a phone's: rows are shown as cards there. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => phone().matches,
    () => false,
  )
}
