import { useSyncExternalStore } from 'react'

const item = 'gatehouse.shortcuts'
const listeners = new Set<() => void>()

function kept(): boolean {
  try {
    return localStorage.getItem(item) !== 'off'
  } catch {
    return true
  }
}

let on = typeof localStorage === 'undefined' || kept()
show()

/** What shows a key beside a word leaves it out while the keys do nothing. */
function show(): void {
  if (typeof document === 'undefined') return
  if (on) delete document.documentElement.dataset['shortcuts']
  else document.documentElement.dataset['shortcuts'] = 'off'
}

/** Whether keys that are a character alone do something in this browser. */
export function shortcutsOn(): boolean {
  return on
}

/** Switches such keys on or off, here and on the next visit. */
export function switchShortcuts(next: boolean): void {
  on = next
  try {
    if (next) localStorage.removeItem(item)
    else localStorage.setItem(item, 'off')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  show()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, shortcutsOn, () => true)
}
