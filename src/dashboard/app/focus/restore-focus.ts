import { mainId } from '../shell/main-id.ts'

/** The focused element of each entry in this tab's history, as a selector. */
const storedSelectors = new Map<string, string>()

/** Returns a selector that finds this element after the page is rendered again; undefined if there is none. */
function selectorOf(element: Element | null): string | undefined {
  if (!element || element === document.body || element.id === mainId) return undefined
  const key = element.getAttribute('data-focus-key')
  if (key) return `[data-focus-key="${CSS.escape(key)}"]`
  // Ids that React generates (`_r_1_`) differ in the next render.
  if (element.id && !/^[_«:]/.test(element.id)) return `#${CSS.escape(element.id)}`
  const href = element.getAttribute('href')
  if (href) return `a[href="${CSS.escape(href)}"]`
  const name = element.getAttribute('name')
  return name ? `[name="${CSS.escape(name)}"]` : undefined
}

/** Stores the focused element while a history entry is shown. Returns a function that stops it. */
export function storeFocus(entry: string): () => void {
  const note = (event: FocusEvent) => {
    const selector = event.target instanceof Element ? selectorOf(event.target) : undefined
    if (selector) storedSelectors.set(entry, selector)
  }
  document.addEventListener('focusin', note)
  return () => document.removeEventListener('focusin', note)
}

/** The time limit for the element to be rendered again, in milliseconds. */
const timeout = 3000

/** Restores the focus of a history entry once its element is rendered, unless the person moves the focus first. */
export function restoreFocus(entry: string): (() => void) | undefined {
  const selector = storedSelectors.get(entry)
  if (selector === undefined) return undefined
  const tryNow = () => {
    const element = document.querySelector<HTMLElement>(selector)
    element?.focus({ preventScroll: true })
    return element !== null
  }
  if (tryNow()) return undefined
  const watch = new MutationObserver(() => {
    if (tryNow()) stop()
  })
  const stop = () => {
    watch.disconnect()
    clearTimeout(timer)
    removeEventListener('keydown', stop, true)
    removeEventListener('pointerdown', stop, true)
  }
  const timer = setTimeout(stop, timeout)
  watch.observe(document.body, { childList: true, subtree: true })
  addEventListener('keydown', stop, true)
  addEventListener('pointerdown', stop, true)
  return stop
}
