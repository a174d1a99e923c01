import { type PageType, paths } from '#lib/urls/paths.ts'
import { toast } from '#ui/toast/toast.ts'
import { text } from './labels.ts'

/** Copies the absolute URL of a finding's own page and confirms it with a toast. */
export async function copyLink(deployment: string, type: PageType, id: number | string): Promise<void> {
  const { href } = new URL(paths.finding(deployment, type, id), location.href)
  try {
    await navigator.clipboard.writeText(href)
    toast({ title: text.linkCopied, tone: 'ok' })
  } catch {
    // The clipboard API requires https or localhost.
    toast({ title: text.linkNotCopied, detail: href, tone: 'danger' })
  }
}
