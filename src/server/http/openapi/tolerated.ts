import type { JsonSchema } from './schemas.ts'

/** Marks a form that is taken beside the usual one, which the page of the documentation leaves out. */
const mark = 'x-tolerated'

/** Whether a schema is that of a form which is taken beside the usual one. */
export const isTolerated = (schema: JsonSchema): boolean => schema[mark] === true

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The alternatives of a schema that has nothing else, else the schema alone. */
function formsOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf } = schema
  return Array.isArray(anyOf) && Object.keys(schema).every((key) => key === 'anyOf' || key === 'default')
    ? anyOf.filter(isSchema)
    : [schema]
}

/** A schema with other forms beside it; its default stays outside, where readers look for it. */
function or({ default: usual, ...schema }: JsonSchema, ...others: JsonSchema[]): JsonSchema {
  const outside = usual === undefined ? {} : { default: usual }
  if (others.length === 0) return { ...schema, ...outside }
  return { anyOf: [...formsOf(schema), ...others.map((one) => ({ ...one, [mark]: true }))], ...outside }
}

const flagText = { type: 'string', pattern: '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|1|0)$' }

/** The schema of a query parameter, with the forms that `readQuery` takes beside the usual one. */
export function toleratedInQuery(schema: JsonSchema): JsonSchema {
  if (schema['type'] === 'boolean') return or(schema, flagText)
  const { type, items } = schema
  if (type !== 'array' || !isSchema(items) || isAnyText(items)) return schema
  // Values may stand in one parameter, divided by commas; empty ones say nothing.
  return { ...schema, items: or(items, { type: 'string', pattern: '^$|,|^\\s|\\s$' }) }
}

const isAnyText = ({ type, pattern, enum: words, format }: JsonSchema) =>
  type === 'string' && pattern === undefined && words === undefined && format === undefined

/** The schema of a body, with the forms that `normalizeBody` takes beside the usual one. */
export function toleratedInBody(schema: JsonSchema): JsonSchema {
  const { type, format, items, properties, anyOf } = schema
  if (Array.isArray(anyOf))
    return { ...schema, anyOf: anyOf.filter(isSchema).flatMap((one) => formsOf(toleratedInBody(one))) }
  // One that can only be true stands for a choice, and is no flag.
  if (type === 'boolean' && schema['const'] === undefined)
    return or(schema, flagText, { type: 'integer', enum: [0, 1] })
  if (format === 'uint32') return or(schema, { type: 'string', pattern: '^(0|[1-9][0-9]{0,9})$' })
  if (format === 'uint64') return or(schema, { type: 'integer', minimum: 0 })
  if (type === 'array' && isSchema(items)) {
    const element = toleratedInBody(items)
    const single = formsOf(element).filter((one) => one['type'] !== 'object' && one['type'] !== 'array')
    return or({ ...schema, items: element }, ...single)
  }
  return isSchema(properties) ? { ...schema, properties: fieldsOf(schema, properties) } : schema
}

/** Fields of an object: null for one that need not be there is the same as none. */
function fieldsOf({ required }: JsonSchema, properties: JsonSchema): JsonSchema {
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const tolerated = toleratedInBody(Object(field))
      const hasNull = formsOf(tolerated).some((one) => [one['type']].flat().includes('null'))
      return [name, needed.has(name) || hasNull ? tolerated : or(tolerated, { type: 'null' })]
    }),
  )
}
