import { type RefObject, useLayoutEffect, useState } from 'react'
import { createKeyHold } from './key-hold.ts'

const overlays = '[role="dialog"], [role="alertdialog"]'

/**
 * From now on all keys belong to the dialog that was asked to open: they wait for it, and go into it in order once it has
 * the focus. If it goes before that, they are forgotten.
 */
export function useOpening(isOpening = true): void {
  const [hold] = useState(createKeyHold)
  useLayoutEffect(() => {
    if (!isOpening) return
    const others = new Set(document.querySelectorAll(overlays))
    const arrive = ({ target }: FocusEvent) => {
      const overlay = target instanceof Element ? target.closest(overlays) : null
      if (overlay && !others.has(overlay)) hold.release()
    }
    hold.start()
    document.addEventListener('focusin', arrive)
    return () => {
      document.removeEventListener('focusin', arrive)
      hold.drop()
    }
  }, [hold, isOpening])
}

/** The same for what opens within an element of the page: the keys wait until the focus is there. */
export function useOpeningIn(box: RefObject<HTMLElement | null>): void {
  const [hold] = useState(createKeyHold)
  useLayoutEffect(() => {
    const element = box.current
    // Its code was there: it has the focus already.
    if (!element || element.contains(document.activeElement)) return
    hold.start()
    element.addEventListener('focusin', hold.release)
    return () => {
      element.removeEventListener('focusin', hold.release)
      hold.drop()
    }
  }, [box, hold])
}
