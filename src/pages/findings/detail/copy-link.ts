import { type PageType, paths } from '#lib/urls/paths.ts'
import { toast } from '#ui/toast/toast.ts'
import { text } from './labels.ts'

/** Copies the whole address of a finding's own page, for somebody else's browser, and says so. */
export async function copyLink(deployment: string, type: PageType, id: number | string): Promise<void> {
  const { href } = new URL(paths.finding(deployment, type, id), location.href)
  try {
    await navigator.clipboard.writeText(href)
    toast({ title: text.linkCopied, tone: 'ok' })
  } catch {
    // Not there on a page that is served neither over https nor from this machine.
    toast({ title: text.linkNotCopied, detail: href, tone: 'danger' })
  }
}
