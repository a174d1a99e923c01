import type { FocusEvent, PointerEvent } from 'react'

/** Tracks the focused and the hovered row, for controls that are rendered only in these rows. */
export function createActiveRow() {
  let focused: string | undefined
  let hovered: string | undefined
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const focus = (next: string | undefined) => {
    if (next === focused) return
    focused = next
    notify()
  }
  const hover = (next: string | undefined) => {
    if (next === hovered) return
    hovered = next
    notify()
  }
  return {
    isFocused: (id: string) => id === focused,
    has: (id: string) => id === focused || id === hovered,
    /** Event listeners of the element that contains the rows. */
    listeners: {
      onFocus: ({ target }: FocusEvent) => {
        const row = rowOf(target)
        // The impact form belongs to the row above it.
        if (row !== undefined || !target.closest('form')) focus(row)
      },
      onBlur: ({ currentTarget }: FocusEvent) => {
        // A window that loses the focus keeps its active element.
        requestAnimationFrame(() => {
          if (!currentTarget.contains(document.activeElement)) focus(undefined)
        })
      },
      onPointerOver: ({ target }: PointerEvent) => hover(rowOf(target)),
      onPointerLeave: () => hover(undefined),
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

/** Returns the table row that contains an element. */
function rowOf(target: EventTarget): string | undefined {
  const row = target instanceof Element ? target.closest('[data-row]') : null
  return row?.getAttribute('data-row') ?? undefined
}
