import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { Button } from '../button.tsx'
import { buttonStyles } from '../button-styles.ts'
import { classes } from '../classes.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { labels } from '../labels.ts'
import { connectToasts, type ToastRequest } from './toast.ts'

const manager = Toast.createToastManager<Pick<ToastRequest, 'link'>>()
const stays = 8000

function show(id: string, { title, detail, tone = 'plain', action, link }: ToastRequest): void {
  manager.add({
    id,
    title,
    type: tone,
    // An error must stay until it is seen.
    timeout: tone === 'danger' ? 0 : stays,
    priority: tone === 'danger' ? 'high' : 'low',
    // Set even if it is undefined: the previous toast in the same slot may have had one.
    description: detail,
    data: {
      link: link && {
        label: link.label,
        run: () => {
          manager.close(id)
          link.run()
        },
      },
    },
    actionProps: action && {
      children: action.label,
      onClick: () => {
        manager.close(id)
        action.run()
      },
    },
  })
}

/** Shows the toasts over the lower edge of the page; F6 focuses them, hover and focus pause their timeout. */
export function ToastHost() {
  useEffect(() => connectToasts({ show, close: (id) => manager.close(id) }), [])
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        {/* On a phone the next press is often at the bottom of the page. */}
        <Toast.Viewport className="fixed inset-x-4 bottom-14 z-60 mx-auto max-sm:top-14 max-sm:bottom-auto flex max-w-110 flex-col gap-2 outline-none">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager<Pick<ToastRequest, 'link'>>()
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      swipeDirection={['up', 'down']}
      // The library hides an error and its dismiss button from screen readers until it has the focus; here it can be
      // reached before.
      aria-hidden={false}
      className="translate-y-(--toast-swipe-movement-y) rounded border border-control bg-surface-1 text-1 shadow-float transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
    >
      <Toast.Content
        className={classes(
          'flex min-h-10 items-center gap-x-2 py-1 pr-1 pl-3',
          item.data?.link && 'flex-wrap',
        )}
      >
        {item.type === 'ok' && <Icon name="check" className="text-ok" />}
        {item.type === 'danger' && <Icon name="error" className="text-danger" />}
        <div className="min-w-0 flex-1 py-1 wrap-anywhere">
          <Toast.Title className="text-sm font-medium" />
          <Toast.Description className="text-2" />
        </div>
        {/* Two buttons leave no room for the text next to them. */}
        <span
          className={classes(
            'flex gap-2 empty:hidden',
            item.data?.link && 'order-last mr-1 mb-1 basis-full justify-end',
          )}
        >
          {item.data?.link && (
            <Button size="small" variant="quiet" onClick={item.data.link.run}>
              {item.data.link.label}
            </Button>
          )}
          {item.actionProps && <Toast.Action className={buttonStyles('default', 'small')} />}
        </span>
        <Toast.Close aria-hidden={false} render={<IconButton icon="close" label={labels.dismiss} />} />
      </Toast.Content>
    </Toast.Root>
  ))
}
