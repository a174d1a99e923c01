/** Where a list stood on a history entry. */
export interface Place {
  scrollTop: number
  active: string | undefined
}

const storageKey = 'gatehouse.list-places'
const most = 60

function readPlaces(): Map<string, Place> {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    if (!Array.isArray(parsed)) return new Map()
    return new Map(
      parsed.flatMap((entry: unknown): [string, Place][] => {
        if (!Array.isArray(entry)) return []
        const [key, scrollTop, active] = entry
        if (typeof key !== 'string' || typeof scrollTop !== 'number') return []
        return [[key, { scrollTop, active: typeof active === 'string' ? active : undefined }]]
      }),
    )
  } catch {
    return new Map()
  }
}

let places: Map<string, Place> | undefined

/** Where the list stood when this entry was last shown, in this tab, a reload in between or not. */
export function placeOf(entry: string): Place | undefined {
  places ??= readPlaces()
  return places.get(entry)
}

/** Notes where the list stands. */
export function keepPlace(entry: string, place: Place): void {
  places ??= readPlaces()
  places.delete(entry)
  places.set(entry, place)
  for (const oldest of places.keys()) {
    if (places.size <= most) break
    places.delete(oldest)
  }
}

/** Writes the notes where a reload finds them. */
export function storePlaces(): void {
  if (!places) return
  try {
    const entries = [...places].map(([key, { scrollTop, active }]) => [key, scrollTop, active])
    sessionStorage.setItem(storageKey, JSON.stringify(entries))
  } catch {
    // A browser that stores nothing forgets the place on reload.
  }
}
