import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a path begins with `pattern`, or, where the pattern holds `*`, is matched by it as a whole; `*` stands for
 * any characters, slashes included. Case counts. Source: docs/api.md#filters.
 */
export function pathMatches(path: Expression<unknown>, pattern: string): RawBuilder<SqlBool> {
  const quoted = pattern.replace(/[[?]/g, '[$&]').replace(/\*+/g, '*')
  return sql<SqlBool>`${path} glob ${pattern.includes('*') ? quoted : `${quoted}*`}`
}

/** Whether a text holds `part`, ignoring the case of ASCII letters. */
export function contains(text: Expression<unknown>, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${text} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}
