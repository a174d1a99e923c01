import { useSyncExternalStore } from 'react'

const item = 'gatehouse.shortcuts'
const listeners = new Set<() => void>()

function readStored(): boolean {
  try {
    return localStorage.getItem(item) !== 'off'
  } catch {
    return true
  }
}

let on = typeof localStorage === 'undefined' || readStored()
apply()

/** Hides the key hints next to labels while single-key shortcuts are off. */
function apply(): void {
  if (typeof document === 'undefined') return
  if (on) delete document.documentElement.dataset['shortcuts']
  else document.documentElement.dataset['shortcuts'] = 'off'
}

/** Whether single-key shortcuts are on in this browser. */
export function areShortcutsEnabled(): boolean {
  return on
}

/** Turns single-key shortcuts on or off, for this and later visits. */
export function setShortcutsEnabled(next: boolean): void {
  on = next
  try {
    if (next) localStorage.removeItem(item)
    else localStorage.setItem(item, 'off')
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore(subscribe, areShortcutsEnabled, () => true)
}
