import { isReachable } from '#api/http/signals.ts'
import { reach } from '#api/session.ts'
import type { Missing } from '#ui/lazy.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'

/** Whether a file of code can be had, which the browser's cache may have too; a banner says when the service is away. */
export async function mayLoad(file: URL | undefined): Promise<boolean> {
  if (!file || (isReachable() && navigator.onLine)) return true
  const found = await fetch(file, { cache: 'force-cache' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!found) await reach()
  return found
}

let told = false

/** Says that code could not be had: of a dialog each time, of parts of the page once. */
export async function sayMissing({ dialog, asked }: Missing): Promise<void> {
  if (asked) await reach()
  const reachable = isReachable()
  if (!dialog && (told || !asked || !reachable)) return
  told ||= !dialog
  toast({
    tone: 'danger',
    slot: 'missing code',
    title: dialog ? labels.missing.dialog : labels.missing.part,
    ...(asked
      ? {
          detail: labels.missing.newer,
          action: { label: labels.missing.reload, run: () => location.reload() },
        }
      : { detail: labels.missing.offline }),
  })
}
