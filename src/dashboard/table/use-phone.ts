import { useSyncExternalStore } from 'react'

let list: MediaQueryList | undefined

/** Created once: every table reads it on each render. */
function phone(): MediaQueryList {
  list ??= matchMedia('(width < 640px)')
  return list
}

function subscribe(listener: () => void) {
  phone().addEventListener('change', listener)
  return () => phone().removeEventListener('change', listener)
}

/** Whether the window has the width of a phone, where rows are shown as cards. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => phone().matches,
    () => false,
  )
}
