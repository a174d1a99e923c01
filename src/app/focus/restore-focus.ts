import { mainId } from '../shell/main-id.ts'

/** Where the focus was on each entry of this tab's history: a selector that finds it again. */
const storedSelectors = new Map<string, string>()

/** A selector that finds this element again once the page is there again; undefined where nothing names it. */
function selectorOf(element: Element | null): string | undefined {
  if (!element || element === document.body || element.id === mainId) return undefined
  const key = element.getAttribute('data-focus-key')
  if (key) return `[data-focus-key="${CSS.escape(key)}"]`
  // Ids that React makes (`_r_1_`) differ the next time.
  if (element.id && !/^[_«:]/.test(element.id)) return `#${CSS.escape(element.id)}`
  const href = element.getAttribute('href')
  if (href) return `a[href="${CSS.escape(href)}"]`
  const name = element.getAttribute('name')
  return name ? `[name="${CSS.escape(name)}"]` : undefined
}

/** Notes, while a history entry is shown, what has the focus. Gives a function that ends it. */
export function storeFocus(entry: string): () => void {
  const note = (event: FocusEvent) => {
    const selector = event.target instanceof Element ? selectorOf(event.target) : undefined
    if (selector) storedSelectors.set(entry, selector)
  }
  document.addEventListener('focusin', note)
  return () => document.removeEventListener('focusin', note)
}

/** How long the page may take to bring back what had the focus, in milliseconds. */
const timeout = 3000

/** Puts the focus where it was on this entry as soon as that is there, unless the person moves it first. */
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
