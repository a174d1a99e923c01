/** The scroll position of a list in a history entry. */
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

/** Returns the position when this entry was last shown in this tab, including before a reload. */
export function storedPosition(entry: string): StoredPosition | undefined {
  positions ??= readPositions()
  return positions.get(entry)
}

/** Stores the position of a list. */
export function setPosition(entry: string, position: StoredPosition): void {
  positions ??= readPositions()
  positions.delete(entry)
  positions.set(entry, position)
  for (const oldest of positions.keys()) {
    if (positions.size <= most) break
    positions.delete(oldest)
  }
}

/** Writes the positions to session storage, so that they survive a reload. */
export function storePositions(): void {
  if (!positions) return
  try {
    const entries = [...positions].map(([key, { scrollTop, active }]) => [key, scrollTop, active])
    sessionStorage.setItem(storageKey, JSON.stringify(entries))
  } catch {
    // Without storage the position is lost on reload.
  }
}
