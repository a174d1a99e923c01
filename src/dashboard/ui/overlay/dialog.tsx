import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classes } from '../classes.ts'
import { pressSubmit } from '../form/submit-key.ts'
import { useOpening } from '../keys/use-opening.ts'
import { DialogHeader } from './dialog-header.tsx'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** One or two sentences under the title that explain what will happen. */
  description?: ReactNode
  children?: ReactNode
  /** The buttons, with the primary one last. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large' | undefined
  /** Stays open when the page outside is pressed, for a form with a draft. */
  keepOpen?: boolean | undefined
  /** Only its own buttons close it: Escape does nothing, and there is no close button. */
  insist?: boolean | undefined
  /** The focus target on opening; by default the first text field. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** The focus target on closing; by default the previously focused element. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

const widths = { small: 'w-100', medium: 'w-140', large: 'w-200' }

const textFields = 'input:not([type=hidden], [type=checkbox], [type=radio]):enabled, textarea:enabled'

/**
 * Returns what a dialog focuses by default: its first text field, else the dialog itself. Not its close button
 * or a checkbox: a space typed while the dialog opened would press it, and the keys after it would reach the page.
 */
function focusedFirst(popup: HTMLElement | null): HTMLElement | boolean {
  const focused = popup?.ownerDocument.activeElement
  if (!popup || (focused && popup.contains(focused))) return false
  return popup.querySelector<HTMLElement>(textFields) ?? popup
}

/**
 * A dialog over the page: it traps the focus, Escape closes it, Ctrl Enter submits the form of a field, its middle
 * scrolls. Load it lazily.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'medium',
  keepOpen = false,
  insist = false,
  initialFocus,
  finalFocus,
}: DialogProps) {
  useOpening(open)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !insist) onClose()
      }}
      disablePointerDismissal={keepOpen}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] place-items-center p-4">
          <Base.Popup
            ref={popup}
            initialFocus={initialFocus ?? (() => focusedFirst(popup.current))}
            {...(finalFocus ? { finalFocus } : {})}
            onKeyDown={pressSubmit}
            className={classes(
              'flex max-h-full max-w-full flex-col overflow-hidden rounded border border-line bg-surface-1 text-1 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
              widths[size],
            )}
          >
            <DialogHeader title={title} description={description} insist={insist} />
            {children !== undefined && (
              <div className="relative min-h-0 flex-1 scroll-pb-16 overflow-y-auto px-5 py-1 pb-5">
                {children}
              </div>
            )}
            {footer !== undefined && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
