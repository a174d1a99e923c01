/** The row with the focus, for controls in rows that stand in the tab order only there. */
export function createActiveRow() {
  let active: string | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => active,
    set: (next: string | undefined) => {
      if (next === active) return
      active = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type ActiveRow = ReturnType<typeof createActiveRow>
