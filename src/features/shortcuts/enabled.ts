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

/** What shows a key beside a word leaves it out while the keys do nothing. */
function apply(): void {
  if (typeof document === 'undefined') return
  if (on) delete document.documentElement.dataset['shortcuts']
  else document.documentElement.dataset['shortcuts'] = 'off'
}

/** Whether keys that are a character alone do something in this browser. */
export function areShortcutsEnabled(): boolean {
  return on
}

/** Switches such keys on or off, here and on the next visit. */
export function setShortcutsEnabled(next: boolean): void {
  on = next
  try {
    if (next) localStorage.removeItem(item)
    else localStorage.setItem(item, 'off')
  } catch {
    // Without storage the choice lasts as long as the page.
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
