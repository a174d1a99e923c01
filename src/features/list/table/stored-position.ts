/** Where a list stood on a history entry. */
export interface StoredPosition {
  scrollTop: number
  active: string | undefined
}

const storageKey = 'gatehouse.list-places'
const most = 60

function readPositions(): Map<string, StoredPosition> {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    if (!Array.isArray(parsed)) return new Map()
    return new Map(
      parsed.flatMap((entry: unknown): [string, StoredPosition][] => {
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

let positions: Map<string, StoredPosition> | undefined

/** Where the list stood when this entry was last shown, in this tab, a reload in between or not. */
export function storedPosition(entry: string): StoredPosition | undefined {
  positions ??= readPositions()
  return positions.get(entry)
}

/** Notes where the list stands. */
export function setPosition(entry: string, position: StoredPosition): void {
  positions ??= readPositions()
  positions.delete(entry)
  positions.set(entry, position)
  for (const oldest of positions.keys()) {
    if (positions.size <= most) break
    positions.delete(oldest)
  }
}

/** Writes the notes where a reload finds them. */
export function storePositions(): void {
  if (!positions) return
  try {
    const entries = [...positions].map(([key, { scrollTop, active }]) => [key, scrollTop, active])
    sessionStorage.setItem(storageKey, JSON.stringify(entries))
  } catch {
    // A browser that stores nothing forgets the place on reload.
  }
}
