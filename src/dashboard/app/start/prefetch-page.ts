import { prefetch } from '#api/http/prefetch.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { getMe } from '#contract/operations/session.ts'
import { listRequestOf } from './list-request.ts'

/** Prefetches the data of the page at this URL while its code loads. */
export function prefetchPage(url: URL): void {
  prefetch(getMe, {}, {})
  const list = listRequestOf(url)
  if (list) prefetch(listFindings, { deploymentSlug: list.slug }, list.request)
}
