import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { createView, deleteView, listViews, updateView } from '#contract/operations/views.ts'
import { metaOf } from '../cache/query-client.ts'
import { staleTimes } from '../cache/stale-times.ts'
import type { CallInput } from '../http/transport.ts'
import { call } from '../http/transport.ts'

/** The saved fields of a view. */
export type ViewBody = CallInput<typeof createView>['body']

/** Returns the query options of the saved views of all pages: built-in, own and shared ones. */
export function viewsOptions(deployment: string) {
  return queryOptions({
    queryKey: ['views', deployment] as const,
    queryFn: async ({ signal }) => {
      const { views } = await call(listViews, { path: { deploymentSlug: deployment }, signal })
      return views
    },
    staleTime: staleTimes.changing,
  })
}

/** Creates a view. A name that the person already uses on this page is a conflict. */
export function createViewOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: ViewBody) => call(createView, { path: { deploymentSlug: deployment }, body }),
    meta: metaOf(createView),
  })
}

/** Changes a saved view. */
export function updateViewOptions(deployment: string) {
  return mutationOptions({
    mutationFn: ({ id, ...body }: Partial<ViewBody> & { id: string }) =>
      call(updateView, { path: { deploymentSlug: deployment, viewId: id }, body }),
    meta: metaOf(updateView),
  })
}

/** Deletes a saved view. */
export function deleteViewOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (id: string) => call(deleteView, { path: { deploymentSlug: deployment, viewId: id } }),
    meta: metaOf(deleteView),
  })
}
