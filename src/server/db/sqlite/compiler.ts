import { type FunctionNode, type OperationNode, SqliteQueryCompiler, ValueNode } from 'kysely'
import type { EngineFunction } from '../sql.ts'

/** SQL with `$1`, `$2` for the arguments. */
const templates: Record<EngineFunction, string> = {
  integer_values: '(select value from json_each($1))',
  text_values: '(select value from json_each($1))',
  json_elements: 'json_each($1)',
  json_field: 'json_extract($1, $2)',
  json_integer: 'cast($1 ->> $2 as integer)',
  json_text: '$1 ->> $2',
  json_list: 'json_group_array($1)',
  json_array: 'json_array($1)',
  contains: 'instr($1, $2) > 0',
  contains_ignoring_case: "$1 like $2 escape '\\'",
  matches_pattern: '$1 glob $2',
  least: 'min($1, $2)',
  greatest: 'max($1, $2)',
  prefer_index: 'indexed by $1',
}

/** Converts values that SQLite expects in another form. */
const forms: Partial<Record<EngineFunction, (value: string) => string>> = {
  json_field: (path) => `$.${path}`,
  contains_ignoring_case: (part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`,
  matches_pattern: (pattern) => pattern.replace(/[[?]/g, '[$&]').replace(/\*+/g, '*'),
}

const isEngineFunction = (name: string): name is EngineFunction => Object.hasOwn(templates, name)

/** Compiles the functions of `sql.ts` to SQLite. */
export class Compiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const { func: name, arguments: args } = node
    if (!isEngineFunction(name)) {
      super.visitFunction(node)
      return
    }
    for (const [at, part] of templates[name].split(/\$(\d)/).entries()) {
      const argument = at % 2 === 1 ? args[Number(part) - 1] : undefined
      if (argument) this.visitNode(inForm(name, argument))
      else this.append(part)
    }
  }
}

function inForm(name: EngineFunction, argument: OperationNode): OperationNode {
  if (ValueNode.is(argument) && Array.isArray(argument.value))
    return ValueNode.create(JSON.stringify(argument.value))
  const form = forms[name]
  if (!form || !ValueNode.is(argument) || typeof argument.value !== 'string') return argument
  const value = form(argument.value)
  return argument.immediate ? ValueNode.createImmediate(value) : ValueNode.create(value)
}
