import { responses } from '#contract/responses/all.ts'
import { definitionOf } from './normalize-body.ts'

type Schema = Parameters<typeof definitionOf>[0]

/** The fields of the resource that an operation answers, which is the answer or a member of it. */
export function readOnlyFields(operationId: string): ReadonlySet<string> {
  const answer = new Map<string, Schema>(Object.entries(responses)).get(operationId)
  if (!answer) return new Set()
  const fields = fieldsOf(answer)
  return new Set(fields.flatMap(([name, field]) => [name, ...fieldsOf(field).map(([inner]) => inner)]))
}

function fieldsOf(schema: Schema): [string, Schema][] {
  const { innerType, options = [], shape } = definitionOf(schema)
  if (shape) return Object.entries(shape)
  return (innerType ? [innerType] : options).flatMap(fieldsOf)
}
