/** What this browser remembers between visits: small choices, nothing secret. */
export type StoredName = 'deployment'

/** A remembered value; null where there is none or storage is switched off. */
export function readStored(name: StoredName): string | null {
  try {
    return localStorage.getItem(`gatehouse.${name}`)
  } catch {
    return null
  }
}

/** Remembers a value, or forgets it; does nothing where storage is switched off. */
export function writeStored(name: StoredName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`gatehouse.${name}`)
    else localStorage.setItem(`gatehouse.${name}`, value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
