import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'
import { floating } from './popup-look.ts'

interface PopoverProps {
  /** The name of what opens. */
  label: string
  anchor: RefObject<HTMLElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  align?: 'start' | 'center' | 'end' | undefined
  children: ReactNode
}

/** A small panel at a button, for controls that a menu cannot hold. Load it lazily, as `MenuButton` does its menu. */
export function Popover({ label, anchor, open, onOpenChange, align = 'start', children }: PopoverProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        const pressed = details.event.target
        if (
          !next &&
          details.reason === 'outside-press' &&
          pressed instanceof Node &&
          anchor.current?.contains(pressed)
        )
          return
        onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} align={align} sideOffset={4} className="z-50 outline-none">
          <Base.Popup aria-label={label} finalFocus={anchor} className={classes(floating, 'max-w-100 p-3')}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
