import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'
import { floating } from './popup-look.ts'

interface PopoverProps {
  label: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
  className?: string | undefined
}

/** A small panel under the control that opened it, to which the focus goes back. It is open as long as it is drawn. Load it lazily. */
export function Popover({ label, anchor, onClose, children, className }: PopoverProps) {
  return (
    <Base.Root
      open
      onOpenChange={(next, details) => {
        const pressed = details.event.target
        // A press on the control itself is the control's to answer.
        const own = pressed instanceof Node && anchor.current?.contains(pressed)
        if (!next && !(details.reason === 'outside-press' && own)) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} align="end" sideOffset={4} className="z-40 outline-none">
          <Base.Popup aria-label={label} className={classes(floating, className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
