import { mainId } from '../shell/main-id.ts'

/** The last focused element and its ancestors, from the inside out. */
interface FocusPath {
  element: HTMLElement
  around: readonly Element[]
  key: string | null
}

/** More than a dialog over a menu over a page. */
const remembered = 8
const focusable = 'a[href], button, input, select, textarea, [tabindex]'

const canTake = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[inert], [hidden]') === null &&
  element.checkVisibility()

/**
 * Returns the element to focus after the focused one is removed: its rerendered copy, otherwise the nearest remaining
 * element around it.
 */
function successor({ element, around, key }: FocusPath): HTMLElement | undefined {
  if (canTake(element)) return element
  const again = key === null ? null : document.querySelector(`[data-focus-key="${CSS.escape(key)}"]`)
  if (again && canTake(again)) return again
  for (const one of around) {
    if (one === document.body || one.id === 'root') return undefined
    if (!one.isConnected) continue
    // The main element as a whole does not help to find the previous position.
    if (one.id === mainId) return undefined
    const inside = [...one.querySelectorAll(focusable)].find(
      (each): each is HTMLElement => canTake(each) && each.getAttribute('tabindex') !== '-1',
    )
    if (inside) return inside
  }
  return undefined
}

/**
 * Prevents the focus from falling back to the body: if the focused element is removed or becomes unfocusable, the
 * nearest remaining element gets the focus, otherwise the page's content. Returns a function that stops it.
 */
export function keepFocusOnPage(): () => void {
  let paths: FocusPath[] = []
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const around: Element[] = []
    for (let one = target.parentElement; one; one = one.parentElement) around.push(one)
    const key = target.closest('[data-focus-key]')?.getAttribute('data-focus-key') ?? null
    paths = [{ element: target, around, key }, ...paths.filter(({ element }) => element !== target)]
    paths.length = Math.min(paths.length, remembered)
  }
  let isScheduled = false
  const checkFocus = () => {
    isScheduled = false
    const [last] = paths
    // A press outside all controls blurs the focused element on purpose: it still exists.
    if (!last || document.activeElement !== document.body || canTake(last.element)) return
    const next = paths.map(successor).find((each) => each !== undefined)
    const to = next ?? document.getElementById(mainId)
    to?.focus({ preventScroll: true })
  }
  // Code that removes the control may set the focus in the same task or frame.
  const scheduleCheck = () => {
    if (isScheduled || document.activeElement !== document.body) return
    isScheduled = true
    requestAnimationFrame(() => requestAnimationFrame(checkFocus))
  }
  const watch = new MutationObserver(scheduleCheck)
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  })
  document.addEventListener('focusin', note)
  return () => {
    watch.disconnect()
    document.removeEventListener('focusin', note)
  }
}
