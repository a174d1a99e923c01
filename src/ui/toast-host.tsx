import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { buttonLook } from './button-look.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { connectToasts, type ToastRequest } from './toast.ts'

const manager = Toast.createToastManager()
const stays = 8000

function show(id: string, { title, detail, tone = 'plain', action }: ToastRequest): void {
  manager.add({
    id,
    title,
    type: tone,
    // A failure must not pass unseen.
    timeout: tone === 'danger' ? 0 : stays,
    priority: tone === 'danger' ? 'high' : 'low',
    // Said even where there is none: a toast in the same slot may have had one.
    description: detail,
    actionProps: action && {
      children: action.label,
      onClick: () => {
        manager.close(id)
        action.run()
      },
    },
  })
}

/** Shows the toasts over the lower edge of the page; F6 moves the focus to them, hover and focus stop their clock. */
export function ToastHost() {
  useEffect(() => connectToasts({ show, close: (id) => manager.close(id) }), [])
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        {/* On a phone the foot of the page is where the next press goes. */}
        <Toast.Viewport className="fixed inset-x-4 bottom-14 z-60 mx-auto max-sm:top-14 max-sm:bottom-auto flex max-w-110 flex-col gap-2 outline-none">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      swipeDirection={['up', 'down']}
      // The library hides a failure and the way to dismiss from who cannot see until the focus is there; it can be reached
      // before.
      aria-hidden={false}
      className="translate-y-(--toast-swipe-movement-y) rounded border border-control bg-surface-1 text-1 shadow-float transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
    >
      <Toast.Content className="flex min-h-10 items-center gap-2 py-1 pr-1 pl-3">
        {item.type === 'ok' && <Icon name="check" className="text-ok" />}
        {item.type === 'danger' && <Icon name="error" className="text-danger" />}
        <div className="min-w-0 flex-1 py-1 wrap-anywhere">
          <Toast.Title className="text-sm font-medium" />
          <Toast.Description className="text-2" />
        </div>
        {item.actionProps && <Toast.Action className={buttonLook('default', 'small')} />}
        <Toast.Close aria-hidden={false} render={<IconButton icon="close" label="Dismiss" />} />
      </Toast.Content>
    </Toast.Root>
  ))
}
