import { prefetch } from '#api/http/prefetch.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { getMe } from '#contract/operations/session.ts'
import { listOfPage } from './list-request.ts'

/** Asks for what the page at this address will need, while the code that shows it is on its way. */
export function askForPage(url: URL): void {
  prefetch(getMe, {}, {})
  const list = listOfPage(url)
  if (list) prefetch(listFindings, { deploymentSlug: list.slug }, list.request)
}
