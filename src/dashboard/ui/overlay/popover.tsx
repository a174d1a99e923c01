import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { classes } from '../classes.ts'
import { popupStyles } from './popup-styles.ts'

interface PopoverProps {
  label: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
  className?: string | undefined
}

/** The distance between control and panel, and between panel and window edge, in pixels. */
const space = 4

/**
 * A small panel under the right end of the control that opened it, which gets the focus back on closing. It is open
 * while it is rendered. It is a non-modal dialog; a separate component would add 3 kB. Load it lazily.
 */
export function Popover({ label, anchor, onClose, children, className }: PopoverProps) {
  const [position, setPosition] = useState({ top: 0, right: 0 })
  useLayoutEffect(() => {
    const follow = () => {
      const { bottom = 0, right = 0 } = anchor.current?.getBoundingClientRect() ?? {}
      setPosition({
        top: bottom + space,
        right: Math.max(space, document.documentElement.clientWidth - right),
      })
    }
    follow()
    addEventListener('resize', follow)
    return () => removeEventListener('resize', follow)
  }, [anchor])
  return (
    <Base.Root
      open
      modal={false}
      onOpenChange={(next, details) => {
        const pressed = details.event.target
        // A press on the control itself is handled by the control.
        const own = pressed instanceof Node && anchor.current?.contains(pressed)
        if (!next && !(details.reason === 'outside-press' && own)) onClose()
      }}
    >
      <Base.Portal>
        <Base.Popup
          aria-label={label}
          style={{ ...position, maxHeight: `calc(100dvh - ${position.top + space}px)` }}
          className={classes(popupStyles, 'fixed z-40 overflow-y-auto', className)}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
