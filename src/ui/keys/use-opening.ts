import { useLayoutEffect, useState } from 'react'
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
