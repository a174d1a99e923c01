import { type Expression, FunctionNode, type RawBuilder, type SqlBool, sql, ValueNode } from 'kysely'

// What engines express differently, once. Each function below makes a call of an `EngineFunction`, which the query
// compiler of the engine in use turns into its SQL. The following needs no function, since the engines agree:
// - `insert … on conflict (…) do update/do nothing` with all columns of the key, by `onConflict` of the query builder
// - `returning` of insert, update and delete
// - `true`, `false`, `is [not] true`; flags of tables are the numbers 0 and 1
// - `is [not] distinct from`

/** The functions that each engine's compiler implements. */
export type EngineFunction =
  | 'list_values'
  | 'json_elements'
  | 'json_field'
  | 'json_integer'
  | 'json_text'
  | 'json_list'
  | 'contains'
  | 'contains_ignoring_case'
  | 'matches_pattern'
  | 'least'
  | 'greatest'

function call<T>(name: EngineFunction, ...values: (Expression<unknown> | ValueNode)[]): RawBuilder<T> {
  const args = values.map((value) => ('toOperationNode' in value ? value.toOperationNode() : value))
  const node = FunctionNode.create(name, args)
  return sql<T>`${{ expressionType: undefined, toOperationNode: () => node }}`
}

/** Up to this many values are separate parameters; more are one parameter, so that the SQL text stays the same. */
const spelledOutAtMost = 8

/** A list of any length as one parameter, for the right side of `in`. */
export function valuesOf<T extends string | number>(values: Iterable<T>): RawBuilder<T> {
  return call('list_values', sql.val(JSON.stringify([...values])))
}

/** Whether an expression equals one of `values`; false for an empty list. */
export function inList(
  operand: Expression<unknown>,
  values: readonly (string | number)[],
): RawBuilder<SqlBool> {
  if (values.length === 0) return sql<SqlBool>`false`
  if (values.length === 1) return sql<SqlBool>`${operand} = ${values[0]}`
  if (values.length <= spelledOutAtMost) return sql<SqlBool>`${operand} in (${sql.join(values)})`
  return sql<SqlBool>`${operand} in ${valuesOf(values)}`
}

/** The elements of a JSON array as a table with the columns `key`, which counts from 0, and `value`. Give it an alias. */
export function jsonElements(list: Expression<unknown>): RawBuilder<unknown> {
  return call('json_elements', list)
}

/** Rows as a table with named columns and `place`, the index of the row. Give it an alias. */
export function rowsOf(
  columns: Readonly<Record<string, 'integer' | 'text'>>,
  rows: readonly (readonly (string | number | null)[])[],
): RawBuilder<unknown> {
  const value = sql.ref('element.value')
  const selected = Object.entries(columns).map(
    ([name, type], at) =>
      sql`${call(`json_${type}`, value, ValueNode.createImmediate(at))} as ${sql.ref(name)}`,
  )
  return sql`(select element.key as place, ${sql.join(selected)}
    from ${jsonElements(sql.val(JSON.stringify(rows)))} as element)`
}

/** An element of a JSON array as text. */
export function jsonItem(list: Expression<unknown>, at: number): RawBuilder<string | null> {
  return call('json_text', list, ValueNode.createImmediate(at))
}

/** A field of a JSON document, null if it is missing. `path` comes from our own code: names separated by dots. */
export function jsonField<T = string | null>(document: Expression<unknown>, path: string): RawBuilder<T> {
  return call('json_field', document, ValueNode.createImmediate(path))
}

/** Aggregates values into the text of a JSON array. */
export function jsonList(value: Expression<unknown>): RawBuilder<string> {
  return call('json_list', value)
}

/** Whether a text contains another. */
export function contains(text: Expression<unknown>, fragment: Expression<unknown>): RawBuilder<SqlBool> {
  return call('contains', text, fragment)
}

/** Whether a text contains `fragment`, ignoring the case of ASCII letters. */
export function containsIgnoringCase(text: Expression<unknown>, fragment: string): RawBuilder<SqlBool> {
  return call('contains_ignoring_case', text, ValueNode.create(fragment))
}

/** Whether a whole text matches `pattern`, in which `*` matches any characters. Case-sensitive. */
export function matchesPattern(text: Expression<unknown>, pattern: string): RawBuilder<SqlBool> {
  return call('matches_pattern', text, ValueNode.create(pattern))
}

/** Whether a condition is false or unknown. */
export function isNotTrue(condition: Expression<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${condition}) is not true`
}

/** The smaller of two numbers. */
export function least(left: Expression<unknown>, right: Expression<unknown>): RawBuilder<number> {
  return call('least', left, right)
}

/** The larger of two numbers. */
export function greatest(one: Expression<unknown>, other: Expression<unknown>): RawBuilder<number> {
  return call('greatest', one, other)
}

/** A number column that the engine must not use an index for, because another index is known to be better. */
export function unindexed(column: string): RawBuilder<number> {
  return sql<number>`+${sql.ref(column)}`
}
