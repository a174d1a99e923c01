import type { Operation } from '#contract/operation.ts'
import { writeQuery } from '#contract/parameters/query.ts'

/**
 * Returns the URL of a call, path and query; query values by parameter name, unknown names are omitted.
 * @throws if a path parameter is missing, which is a bug.
 */
export function urlOf(
  operation: Operation,
  path: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name]
    if (value === undefined) throw new Error(`${operation.id} needs ${name} in its path`)
    return encodeURIComponent(value)
  })
  const written = operation.query ? writeQuery(operation.query, query).toString() : ''
  return written ? `${filled}?${written}` : filled
}
