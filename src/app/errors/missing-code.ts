import { isReachable } from '#api/http/signals.ts'
import { fetchReachable } from '#api/session.ts'
import type { MissingCode } from '#ui/lazy.tsx'
import { toast } from '#ui/toast/toast.ts'
import { menuLabels } from '../menu-labels.ts'

/** Whether code can be had: not while the service is away, which a banner says. */
export async function mayLoad(): Promise<boolean> {
  if (!isReachable() || !navigator.onLine) await fetchReachable()
  return isReachable()
}

let wasNotified = false

/** Says that code could not be had: of a dialog each time, of parts of the page once. */
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
