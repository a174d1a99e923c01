import { type Expression, FunctionNode, type RawBuilder, type SqlBool, sql, ValueNode } from 'kysely'

// What engines express differently, once. Each function below makes a call of an `EngineFunction`, which the query
// compiler of the engine in use turns into its SQL. The following needs no function, since the engines agree:
// - `insert … on conflict (…) do update/do nothing` with all columns of the key, by `onConflict` of the query builder
// - `returning` of insert, update and delete
// - `true`, `false`, `is [not] true`; flags of tables are the numbers 0 and 1
// - `is [not] distinct from`

/** The functions that each engine's compiler implements. */
export type EngineFunction =
  | 'integer_values'
  | 'text_values'
  | 'json_elements'
  | 'json_field'
  | 'json_integer'
  | 'json_text'
  | 'json_list'
  | 'json_array'
  | 'contains'
  | 'contains_ignoring_case'
  | 'matches_pattern'
  | 'least'
  | 'greatest'
  | 'prefer_index'

function call<T>(name: EngineFunction, ...values: (Expression<unknown> | ValueNode)[]): RawBuilder<T> {
  const args = values.map((value) => ('toOperationNode' in value ? value.toOperationNode() : value))
  const node = FunctionNode.create(name, args)
  return sql<T>`${{ expressionType: undefined, toOperationNode: () => node }}`
}

/** Up to this many values are separate parameters; more are one parameter, so that the SQL text stays the same. */
const spelledOutAtMost = 8

/** Numbers as one parameter, for the right side of `in`. */
export function valuesOf(values: Iterable<number>): RawBuilder<number> {
  return call('integer_values', ValueNode.create([...values]))
}

/** Texts as one parameter, for the right side of `in`. */
export function textsOf(values: Iterable<string>): RawBuilder<string> {
  return call('text_values', ValueNode.create([...values]))
}

/** Whether an expression equals one of `values`; false for an empty list. */
export function inList(
  operand: Expression<unknown>,
  values: readonly (string | number)[],
): RawBuilder<SqlBool> {
  if (values.length === 0) return sql<SqlBool>`false`
  if (values.length === 1) return sql<SqlBool>`${operand} = ${values[0]}`
  if (values.length <= spelledOutAtMost) return sql<SqlBool>`${operand} in (${sql.join(values)})`
  return sql<SqlBool>`${operand} in ${call(typeof values[0] === 'number' ? 'integer_values' : 'text_values', ValueNode.create(values))}`
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

/** A field of a JSON document that holds a whole number or null; null if it is missing. */
export function jsonInteger(document: Expression<unknown>, name: string): RawBuilder<number | null> {
  return call('json_integer', document, ValueNode.createImmediate(name))
}

/** Aggregates values into the text of a JSON array. */
export function jsonList(value: Expression<unknown>): RawBuilder<string> {
  return call('json_list', value)
}

/** Values as the text of a JSON array. */
export function jsonArrayOf(values: readonly Expression<unknown>[]): RawBuilder<string> {
  return call('json_array', sql.join(values))
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

/** As `unindexed`, for a column of texts. */
export function unindexedText(column: string): RawBuilder<string> {
  return sql<string>`(${sql.ref(column)} || '')`
}

/** After a table in `from`: the index to use, where the planner of the engine must be told. */
export function preferIndex(index: string): RawBuilder<unknown> {
  return call('prefer_index', sql.ref(index))
}

/** A condition as 1 or 0; 0 if it is unknown. */
export function asFlag(condition: Expression<unknown>): RawBuilder<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`
}
