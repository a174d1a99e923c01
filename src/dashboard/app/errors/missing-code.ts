import { isReachable } from '#api/http/signals.ts'
import { fetchReachable } from '#api/session.ts'
import type { MissingCode } from '#ui/lazy.tsx'
import { toast } from '#ui/toast/toast.ts'
import { menuLabels } from '../menu-labels.ts'

/** Whether code can be loaded: not while the service is unreachable, which a banner shows. */
export async function mayLoad(): Promise<boolean> {
  if (!isReachable() || !navigator.onLine) await fetchReachable()
  return isReachable()
}

let wasNotified = false

/** Reports code that failed to load: for a dialog each time, for parts of the page once. */
export async function notifyMissingCode({ dialog, wasRequested }: MissingCode): Promise<void> {
  if (wasRequested) await fetchReachable()
  const reachable = isReachable()
  if (!dialog && (wasNotified || !wasRequested || !reachable)) return
  wasNotified ||= !dialog
  toast({
    tone: 'danger',
    slot: 'missing code',
    title: dialog ? menuLabels.missing.dialog : menuLabels.missing.part,
    ...(wasRequested
      ? {
          detail: menuLabels.missing.newer,
          action: { label: menuLabels.missing.reload, run: () => location.reload() },
        }
      : { detail: menuLabels.missing.offline }),
  })
}
