import type { Expression, RawBuilder, SqlBool } from 'kysely'
import { matchesPattern } from '#server/db/sql.ts'

/**
 * Whether a path begins with `pattern`, or, where the pattern holds `*`, is matched by it as a whole; `*` stands for
 * any characters, slashes included. Case counts. Source: docs/api.md#filters.
 */
export function pathMatches(path: Expression<unknown>, pattern: string): RawBuilder<SqlBool> {
  return matchesPattern(path, pattern.includes('*') ? pattern : `${pattern}*`)
}
