import { mainId } from '../shell/main-id.ts'

/** What had the focus, and all that it stood in, from the inside out. */
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

/** Where a person would go on after what had the focus is gone: the same again, else what is left around it. */
function successor({ element, around, key }: FocusPath): HTMLElement | undefined {
  if (canTake(element)) return element
  const again = key === null ? null : document.querySelector(`[data-focus-key="${CSS.escape(key)}"]`)
  if (again && canTake(again)) return again
  for (const one of around) {
    if (one === document.body || one.id === 'root') return undefined
    if (!one.isConnected) continue
    // The page's content as a whole says nothing of where somebody was.
    if (one.id === mainId) return undefined
    const inside = [...one.querySelectorAll(focusable)].find(
      (each): each is HTMLElement => canTake(each) && each.getAttribute('tabindex') !== '-1',
    )
    if (inside) return inside
  }
  return undefined
}

/**
 * No control leaves the focus on the body: where what has it goes, or can no longer have it, the focus goes to what is left
 * nearest to it, else to the page's content. Gives a function that ends it.
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
    // A press beside all controls takes the focus off on purpose: what had it is still there.
    if (!last || document.activeElement !== document.body || canTake(last.element)) return
    const next = paths.map(successor).find((each) => each !== undefined)
    const to = next ?? document.getElementById(mainId)
    to?.focus({ preventScroll: true })
  }
  // Whoever takes the control away may put the focus somewhere in the same turn or frame.
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
