/** Values stored in this browser between visits: small preferences, no secrets. */
export type StoredName = 'deployment'

/** Returns a stored value; null if there is none or storage is disabled. */
export function readStored(name: StoredName): string | null {
  try {
    return localStorage.getItem(`gatehouse.${name}`)
  } catch {
    return null
  }
}

/** Stores or removes a value; does nothing if storage is disabled. */
export function writeStored(name: StoredName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`gatehouse.${name}`)
    else localStorage.setItem(`gatehouse.${name}`, value)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
