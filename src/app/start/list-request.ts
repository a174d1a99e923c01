import { readListState, requestOf } from '#pages/findings/list/list-state.ts'

const lists = /^\/d\/([^/]+)\/findings\/(code|supply-chain)$/

/** The list of findings at this address and what it asks the service; undefined for other pages and for grouped lists. */
export function listRequestOf({ pathname, searchParams }: URL) {
  const [, slug, folder] = lists.exec(pathname) ?? []
  if (slug === undefined) return undefined
  const type = folder === 'code' ? 'sast' : 'sca'
  const { state } = readListState(type, searchParams)
  // A grouped list asks for its groups once the code for them is there.
  if (state.group) return undefined
  return { slug: decodeURIComponent(slug), type, state, request: requestOf(state) } as const
}

export type ListPageRequest = NonNullable<ReturnType<typeof listRequestOf>>
