import { readListState, requestOf } from '#pages/findings/list/list-state.ts'

const lists = /^\/d\/([^/]+)\/findings\/(code|supply-chain)$/

/** Returns the findings list at this URL and its request; undefined for other pages and for grouped lists. */
export function listRequestOf({ pathname, searchParams }: URL) {
  const [, slug, folder] = lists.exec(pathname) ?? []
  if (slug === undefined) return undefined
  const type = folder === 'code' ? 'sast' : 'sca'
  const { state } = readListState(type, searchParams)
  // A grouped list requests its groups once their code has loaded.
  if (state.group) return undefined
  return { slug: decodeURIComponent(slug), type, state, request: requestOf(state) } as const
}

export type ListPageRequest = NonNullable<ReturnType<typeof listRequestOf>>
