import { type FunctionNode, type OperationNode, PostgresQueryCompiler, ValueNode } from 'kysely'
import type { EngineFunction } from '../sql.ts'
import { storableText } from './storable-text.ts'

/** SQL with `$1`, `$2` for the arguments. */
const templates: Record<EngineFunction, string> = {
  integer_values: '(select unnest($1))',
  text_values: '(select unnest($1))',
  json_elements:
    'lateral (select ordinality - 1 as key, value from json_array_elements_text($1::json) with ordinality)',
  json_field: '($1::json #>> $2)',
  json_integer: '($1::json ->> $2)::bigint',
  json_text: '($1::json ->> $2)',
  json_list: "coalesce(json_agg($1), '[]'::json)::text",
  json_array: 'json_build_array($1)::text',
  contains: 'strpos($1, $2) > 0',
  contains_ignoring_case: '($1 collate "C") ilike $2',
  matches_pattern: '$1 like $2',
  least: 'least($1, $2)',
  greatest: 'greatest($1, $2)',
  prefer_index: '',
}

const asLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Converts values that PostgreSQL expects in another form. */
const forms: Partial<Record<EngineFunction, (value: string) => string>> = {
  json_field: (path) => `{${path.replaceAll('.', ',')}}`,
  contains_ignoring_case: (part) => `%${asLikePattern(part)}%`,
  matches_pattern: (pattern) => asLikePattern(pattern).replaceAll('*', '%'),
}

const isEngineFunction = (name: string): name is EngineFunction => Object.hasOwn(templates, name)

/** Compiles the functions of `sql.ts` to PostgreSQL, and gives each parameter the type of its value. */
export class Compiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const { func: name, arguments: args } = node
    if (!isEngineFunction(name)) {
      super.visitFunction(node)
      return
    }
    for (const [at, part] of templates[name].split(/\$(\d)/).entries()) {
      const argument = at % 2 === 1 ? args[Number(part) - 1] : undefined
      if (!argument) this.append(part)
      else if (name === 'integer_values' || name === 'text_values')
        this.#appendList(argument, name === 'integer_values' ? 'bigint[]' : 'text[]')
      else this.visitNode(inForm(name, argument))
    }
  }

  /** PostgreSQL infers types from the context only, and takes a selected parameter for a text. */
  protected override appendValue(parameter: unknown): void {
    super.appendValue(typeof parameter === 'string' ? storableText(parameter) : parameter)
    const type = typeOf(parameter)
    if (type !== null) this.append(`::${type}`)
  }

  #appendList(list: OperationNode, type: string) {
    if (ValueNode.is(list)) super.appendValue(list.value)
    else this.visitNode(list)
    this.append(`::${type}`)
  }
}

function typeOf(value: unknown): string | null {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'bigint') return 'bigint'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'bigint' : 'double precision'
  return value instanceof Uint8Array ? 'bytea' : null
}

function inForm(name: EngineFunction, argument: OperationNode): OperationNode {
  if (!ValueNode.is(argument)) return argument
  // A list is a JSON array.
  if (Array.isArray(argument.value)) return ValueNode.create(JSON.stringify(argument.value, storable))
  const form = forms[name]
  if (!form || typeof argument.value !== 'string') return argument
  const value = form(argument.value)
  return argument.immediate ? ValueNode.createImmediate(value) : ValueNode.create(value)
}

const storable = (_: string, value: unknown) => (typeof value === 'string' ? storableText(value) : value)
