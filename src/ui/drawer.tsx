import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'
import { DialogHead } from './dialog-head.tsx'

interface DrawerProps {
  open: boolean
  onClose: () => void
  title: string
  /** The edge it comes from: the navigation from the left, filters and details from the right. */
  side: 'left' | 'right'
  children: ReactNode
  footer?: ReactNode
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

const edges = {
  left: 'left-0 border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  right: 'right-0 border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
}

/** A sheet at the edge of a narrow window, with the focus rules of a dialog. Load it lazily. */
export function Drawer({ open, onClose, title, side, children, footer, finalFocus }: DrawerProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          {...(finalFocus ? { finalFocus } : {})}
          className={classes(
            'fixed inset-y-0 z-40 flex w-80 max-w-[calc(100vw-48px)] flex-col border-line bg-surface-1 text-1 shadow-float outline-none transition-transform',
            edges[side],
          )}
        >
          <DialogHead title={title} />
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer !== undefined && <div className="flex gap-2 border-t border-line px-5 py-3">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
