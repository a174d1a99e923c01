import type { exportAudit } from '#contract/operations/audit.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import { readInstant } from '#server/http/request/instant.ts'

/** The filter of an export as parts of its file name. */
export function filterParts(query: QueryValues<(typeof exportAudit)['query']>): string[] {
  const { action, actor, target, since, until } = query
  return [
    action ?? '',
    actor === undefined ? '' : `by-${actor}`,
    target ?? '',
    dayPart('since', since),
    dayPart('until', until),
  ].filter((part) => part !== '')
}

function dayPart(word: string, value: string | undefined): string {
  const instant = value === undefined ? null : readInstant(value)
  return instant === null ? '' : `${word}-${new Date(instant).toISOString().slice(0, 10)}`
}
