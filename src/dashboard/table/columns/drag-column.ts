import { moveColumn } from './column-order.ts'

/** The distance, in pixels, after which a press on a header becomes a drag. */
const dragThreshold = 6

interface Target {
  head: HTMLElement
  after: boolean
}

function targetAt(heads: readonly HTMLElement[], x: number): Target | undefined {
  for (const head of heads) {
    const { left, width } = head.getBoundingClientRect()
    if (width > 0 && x >= left && x < left + width) return { head, after: x > left + width / 2 }
  }
  return undefined
}

/** Tracks the pointer from a press on a header: marks the drop position, and reports the new order on release. */
export function dragColumn(
  head: HTMLElement,
  press: globalThis.PointerEvent,
  onMove: (ids: string[]) => void,
): void {
  const heads = [...(head.parentElement?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
  const stop = new AbortController()
  const { signal } = stop
  let target: Target | undefined
  let dragging = false
  const showTarget = (next: Target | undefined) => {
    if (target) target.head.style.boxShadow = ''
    target = next
    if (next) next.head.style.boxShadow = `inset ${next.after ? -2 : 2}px 0 var(--color-accent)`
  }
  const end = () => {
    showTarget(undefined)
    stop.abort()
  }
  addEventListener(
    'pointermove',
    (event) => {
      if (Math.abs(event.clientX - press.clientX) > dragThreshold) dragging = true
      if (!dragging) return
      event.preventDefault()
      showTarget(targetAt(heads, event.clientX))
    },
    { signal },
  )
  addEventListener(
    'pointerup',
    () => {
      const id = head.dataset['column']
      const targetId = target?.head.dataset['column']
      const after = target?.after === true
      end()
      if (!dragging) return
      // The click that ends a drag must not sort.
      const suppressClick = (event: Event) => {
        event.preventDefault()
        event.stopPropagation()
      }
      head.addEventListener('click', suppressClick, { capture: true, once: true })
      setTimeout(() => head.removeEventListener('click', suppressClick, { capture: true }))
      if (id === undefined || targetId === undefined || id === targetId) return
      const ids = heads.flatMap((one) => one.dataset['column'] ?? [])
      onMove(moveColumn(ids, id, targetId, after))
    },
    { signal },
  )
  addEventListener('pointercancel', end, { signal })
  addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal })
}
