import { useEffect, useState, useSyncExternalStore } from 'react'
import { isReachable, onReachable } from '#api/http/signals.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'

const labels = {
  finding: (id: string) => `Finding ${id}`,
  close: 'Close',
  notLoaded: "Couldn't load the finding",
  opensLater: 'The service is unreachable. The finding opens once it responds.',
} as const

/** The delay, in milliseconds, before the panel shows that its code is loading; most of the time it has loaded. */
const delay = 500

interface PanelFallbackProps {
  id: string
  onClose: () => void
}

/** The place of an opened finding until the code of its panel has loaded, which it may never. It can be closed. */
export function PanelFallback({ id, onClose }: PanelFallbackProps) {
  const reachable = useSyncExternalStore(onReachable, isReachable, isReachable)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), delay)
    return () => clearTimeout(timer)
  }, [])
  const isShown = isLate || !reachable
  return (
    <aside
      aria-busy
      aria-label={labels.finding(id)}
      className={classes(
        'flex w-125 shrink-0 flex-col border-l border-line bg-surface-1 max-lg:fixed max-lg:inset-0 max-lg:z-30 max-lg:w-auto max-lg:border-l-0',
        !isShown && 'max-lg:hidden',
      )}
    >
      {isShown && (
        <div className="flex h-13 items-center justify-end px-4">
          <IconButton icon="close" label={labels.close} hint={`${labels.close} · Esc`} onClick={onClose} />
        </div>
      )}
      {!reachable && (
        <div role="alert">
          <EmptyState icon="warning" title={labels.notLoaded}>
            {labels.opensLater}
          </EmptyState>
        </div>
      )}
    </aside>
  )
}
