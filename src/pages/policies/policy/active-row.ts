import type { FocusEvent, PointerEvent } from 'react'

/** Which row has the focus and which the pointer, for controls that are in a row only while one of them is. */
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
    /** For the element around the rows. */
    listeners: {
      onFocus: ({ target }: FocusEvent) => {
        const row = rowOf(target)
        // The form that asks belongs to the row over it.
        if (row !== undefined || !target.closest('form')) focus(row)
      },
      onBlur: ({ currentTarget }: FocusEvent) => {
        // A window that loses the focus keeps its element.
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

/** The row of the table in which an element is. */
function rowOf(target: EventTarget): string | undefined {
  const row = target instanceof Element ? target.closest('[data-row]') : null
  return row?.getAttribute('data-row') ?? undefined
}
