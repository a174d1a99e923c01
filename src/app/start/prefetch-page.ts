import { prefetch } from '#api/http/prefetch.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { getMe } from '#contract/operations/session.ts'
import { listRequestOf } from './list-request.ts'

/** Asks for what the page at this address will need, while the code that shows it is on its way. */
export function prefetchPage(url: URL): void {
  prefetch(getMe, {}, {})
  const list = listRequestOf(url)
  if (list) prefetch(listFindings, { deploymentSlug: list.slug }, list.request)
}
