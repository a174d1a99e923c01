import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { classes } from '../classes.ts'
import { pressSubmit } from '../form/submit-key.ts'
import { useOpening } from '../keys/use-opening.ts'
import { DialogHeader } from './dialog-header.tsx'

interface DrawerProps {
  open: boolean
  onClose: () => void
  title: string
  /**
   * The edge it opens from: the navigation from the left, filters and details from the right, a question from the
   * bottom.
   */
  side: 'left' | 'right' | 'bottom'
  children: ReactNode
  footer?: ReactNode
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

const edges = {
  left: 'inset-y-0 left-0 w-80 max-w-[calc(100vw-48px)] border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  right:
    'inset-y-0 right-0 w-80 max-w-[calc(100vw-48px)] border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
  bottom:
    'inset-x-0 bottom-0 max-h-[85dvh] rounded-t border-t pb-[env(safe-area-inset-bottom)] data-ending-style:translate-y-full data-starting-style:translate-y-full',
}

/** A sheet at an edge of a narrow window, with the focus rules of a dialog. Load it lazily. */
export function Drawer({ open, onClose, title, side, children, footer, finalFocus }: DrawerProps) {
  useOpening(open)
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
          onKeyDown={pressSubmit}
          className={classes(
            'fixed z-40 flex flex-col border-line bg-surface-1 text-1 shadow-float outline-none transition-transform',
            edges[side],
          )}
        >
          <DialogHeader title={title} />
          <div className="relative min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer !== undefined && <div className="flex gap-2 border-t border-line px-5 py-3">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
