import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { listSources, restoreSource, retireSource } from '#contract/operations/sources.ts'
import { metaOf } from '../cache/query-client.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { type CallInput, call } from '../http/transport.ts'

/** A source by its project, tool and category. */
export type SourceName = CallInput<typeof retireSource>['body']

/** Returns the query options of a project's sources: each tool with its category and last scan. */
export function sourcesOptions(deployment: string, repo: string) {
  return queryOptions({
    queryKey: ['projects', deployment, 'sources', repo] as const,
    queryFn: async ({ signal }) => {
      const path = { deploymentSlug: deployment }
      return (await call(listSources, { path, query: { repo }, signal })).sources
    },
    staleTime: staleTimes.changing,
  })
}

/** Retires a source, which removes its open findings, or restores it with them. */
export function sourceOptions(deployment: string, change: 'retire' | 'restore') {
  const operation = change === 'retire' ? retireSource : restoreSource
  return mutationOptions({
    mutationFn: (body: SourceName) => call(operation, { path: { deploymentSlug: deployment }, body }),
    meta: metaOf(operation),
  })
}
