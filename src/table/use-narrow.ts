import { useSyncExternalStore } from 'react'

function subscribeTo(query: string) {
  return (listener: () => void) => {
    const list = matchMedia(query)
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
}

const subscribePhone = subscribeTo('(width < 640px)')

/** Whether the window is a phone's: rows are shown as cards there. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    subscribePhone,
    () => matchMedia('(width < 640px)').matches,
    () => false,
  )
}
