import type { Row, Value } from '#server/db/engine.ts'

/** The columns in which `after` differs from `before`, with their new values. */
export function differences(before: Row, after: Row): Record<string, Value> {
  const changes: Record<string, Value> = {}
  for (const column of Object.keys(after)) {
    const value = after[column] ?? null
    if ((before[column] ?? null) !== value) changes[column] = value
  }
  return changes
}
