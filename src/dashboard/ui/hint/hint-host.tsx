import { useEffect, useRef } from 'react'
import { formatHint } from './hint-text.ts'

const showAfter = 350
const hideAfter = 120
const gap = 6

function place(bubble: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = bubble
  const below = at.bottom + gap + height <= innerHeight
  const left = Math.min(Math.max(gap, at.left + at.width / 2 - width / 2), innerWidth - width - gap)
  bubble.style.left = `${Math.max(gap, left)}px`
  bubble.style.top = `${below ? at.bottom + gap : Math.max(gap, at.top - gap - height)}px`
}

/** Shows hints in a bubble as the pointer and the focus move; returns a function that stops it. */
function showHints(bubble: HTMLElement): () => void {
  let anchor: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()

  const hide = () => {
    clearTimeout(timer)
    anchor = undefined
    if (bubble.matches(':popover-open')) bubble.hidePopover()
  }
  const show = (next: Element) => {
    const text = next.isConnected && next.getAttribute('data-hint')
    if (!text) return
    anchor = next
    bubble.textContent = formatHint(text)
    if (!bubble.matches(':popover-open')) bubble.showPopover()
    place(bubble, next)
  }
  const later = (action: () => void, delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(action, delay)
  }
  const carrier = (event: Event) =>
    event.target instanceof Element ? event.target.closest('[data-hint]') : null

  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    handler: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, handler, { capture: true, passive: true, signal: stop.signal })

  listen('pointerover', (event) => {
    if (event.pointerType === 'touch') return
    const found = carrier(event)
    if (event.target === bubble || (found && found === anchor)) clearTimeout(timer)
    else if (found) later(() => found.matches(':hover') && show(found), anchor ? 0 : showAfter)
    else if (anchor) later(hide, hideAfter)
    else clearTimeout(timer)
  })
  listen('focusin', (event) => {
    const found = carrier(event)
    if (found && event.target instanceof Element && event.target.matches(':focus-visible')) show(found)
    else hide()
  })
  listen('focusout', hide)
  listen('pointerdown', hide)
  // A pending hint checks the pointer itself, once scrolling has stopped.
  listen('scroll', () => {
    if (anchor) hide()
  })
  listen('keydown', (event) => {
    if (event.key === 'Escape') hide()
  })
  // The pointer may be over a carrier before this code is loaded.
  const hovered = [...document.querySelectorAll('[data-hint]:hover')].at(-1)
  if (hovered) later(() => hovered.matches(':hover') && show(hovered), showAfter)
  return () => {
    stop.abort()
    hide()
  }
}

/**
 * Shows the text of `data-hint` next to its element, on hover and on keyboard focus; Escape hides it. One host and one
 * bubble in the top layer serve the whole page, so a hint costs a table row one attribute. Instants are ISO 8601 in the
 * attribute and are formatted when the hint is shown. A hint only repeats or adds to an accessible name or description,
 * so the bubble is hidden from screen readers.
 */
export function HintHost() {
  const bubbleRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const bubble = bubbleRef.current
    if (!bubble) return
    return showHints(bubble)
  }, [])

  return (
    <div
      ref={bubbleRef}
      popover="manual"
      aria-hidden
      className="fixed inset-auto m-0 max-w-80 rounded border border-control bg-surface-1 px-2 py-1 text-xs text-1 shadow-float wrap-anywhere"
    />
  )
}
