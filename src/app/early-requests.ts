import { askEarly } from '#api/early.ts'
import { listFindings } from '#contract/findings.ts'
import { getMe } from '#contract/session.ts'
import { readListState, requestOf } from '#pages/findings/list-state.ts'

const lists = /^\/d\/([^/]+)\/findings\/(code|supply-chain)$/

/** Asks for what the page at this address will need, while the code that shows it is on its way. */
export function askForPage({ pathname, searchParams }: URL): void {
  askEarly(getMe, {}, {})
  const [, slug, type] = lists.exec(pathname) ?? []
  if (slug === undefined) return
  const { state } = readListState(type === 'code' ? 'sast' : 'sca', searchParams)
  // A grouped list asks for its groups once the code for them is there.
  if (!state.group) askEarly(listFindings, { deploymentSlug: decodeURIComponent(slug) }, requestOf(state))
}
