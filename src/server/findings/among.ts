import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** More values than this go in as one JSON parameter, so that the statement's text stays the same. */
const spelledOutAtMost = 8

/** The values of a JSON array given as one parameter: any number of ids in a statement whose text never changes. */
export function valuesOf<T extends string | number>(values: readonly T[]): RawBuilder<T> {
  return sql`(select value from json_each(${JSON.stringify(values)}))`
}

/** Whether `column` is one of `values`; false for none. */
export function isAmong(
  column: Expression<unknown>,
  values: readonly (string | number)[],
): RawBuilder<SqlBool> {
  if (values.length === 0) return sql<SqlBool>`0`
  if (values.length === 1) return sql<SqlBool>`${column} = ${values[0]}`
  if (values.length <= spelledOutAtMost) return sql<SqlBool>`${column} in (${sql.join(values)})`
  return sql<SqlBool>`${column} in ${valuesOf(values)}`
}
