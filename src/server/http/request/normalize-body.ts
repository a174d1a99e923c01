import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** The definition of a schema; its members depend on its kind. */
interface Definition {
  type: string
  innerType?: Schema
  element?: Schema
  in?: Schema
  options?: readonly Schema[]
  shape?: Record<string, Schema>
  catchall?: Schema
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[]
}

/** The definition of a schema. */
export const definitionOf = (schema: Schema) =>
  // parse: every kind of schema stores its definition there, with the members of that kind.
  schema._zod.def as unknown as Definition

/** A body in the contract's own form. */
export interface NormalizedBody {
  value: unknown
  /** Fields that the contract does not have: names, nested ones as `part.name`, with their places; at most a thousand. */
  unknownFields(): Map<string, Path>
}

/** The names and positions that lead to a value of the body. */
type Path = readonly (string | number)[]

/** An object of the body, with the schema that it was read by. */
interface ReadObject {
  at: Path
  value: object
  shape: Readonly<Record<string, Schema>>
}

/**
 * Normalizes the accepted variants of a JSON body: `null` for an optional field means not given, a scalar in place of a
 * list is a list of one, `1` and `0` are true and false, an id may be a number or a text of digits. Any other mismatch
 * is kept and rejected by the schema.
 * Source: docs/api.md#query-parameters.
 */
export function normalizeBody(schema: Schema, json: unknown): NormalizedBody {
  const objects: ReadObject[] = []
  const value = normalized(schema, json, { at: [], objects })
  return { value, unknownFields: () => unknownFieldsOf(objects) }
}

/** More names than fit in the header. */
const maxUnknownNames = 1000

/**
 * Computed only on demand: listing the names of a large object takes longer than all other work, and only responses
 * need them.
 */
function unknownFieldsOf(objects: readonly ReadObject[]): Map<string, Path> {
  const fields = new Map<string, Path>()
  for (const { at, value, shape } of objects) {
    for (const field of Object.keys(value)) {
      if (Object.hasOwn(shape, field)) continue
      const path = [...at, field]
      const name = path.filter((part) => typeof part === 'string').join('.')
      if (!fields.has(name)) fields.set(name, path)
      if (fields.size >= maxUnknownNames) return fields
    }
  }
  return fields
}

interface Position {
  at: Path
  objects: ReadObject[]
}

function normalized(schema: Schema, value: unknown, position: Position): unknown {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'optional':
    case 'nullable':
      return value === null || !definition.innerType
        ? value
        : normalized(definition.innerType, value, position)
    case 'pipe':
      return definition.in ? normalized(definition.in, value, position) : value
    case 'array':
      return asList(definition, value, position)
    case 'object':
      return asObject(definition, value, position)
    case 'union':
      return normalizeUnion(definition.options ?? [], value, position)
    case 'boolean':
      return toFlag(value)
    case 'number':
      return formatOf(schema) === 'uint32' ? toIdNumber(value) : value
    case 'string':
      return formatOf(schema) === 'uint64' ? toIdText(value) : value
    default:
      return value
  }
}

function asList({ element, checks = [] }: Definition, value: unknown, { at, objects }: Position): unknown {
  const list = isScalar(value) ? [value] : value
  if (!Array.isArray(list) || !element) return value
  // The schema rejects a list that is too long, so its elements are not read.
  const isTooLong = checks.some(
    ({ _zod: { def } }) => def.check === 'max_length' && list.length > (def.maximum ?? list.length),
  )
  return isTooLong
    ? list
    : list.map((item, index) => normalized(element, item, { at: [...at, index], objects }))
}

function asObject({ shape = {}, catchall }: Definition, value: unknown, position: Position): unknown {
  if (!isObject(value)) return value
  const { at, objects } = position
  const isStrict = catchall !== undefined && definitionOf(catchall).type === 'never'
  if (!isStrict) objects.push({ at, value, shape })
  const fields = Object.entries(shape).flatMap(([name, schema]): [string, unknown][] => {
    const field = Object.hasOwn(value, name) ? value[name] : undefined
    if (field === undefined || (field === null && isMissing(schema))) return []
    return [[name, normalized(schema, field, { at: [...at, name], objects })]]
  })
  if (!isStrict) return Object.fromEntries(fields)
  // The schema rejects the other fields by name.
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(shape, name))
  return Object.fromEntries(fields.concat(others))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether null means that a field is missing: the field is optional and not nullable. */
const isMissing = (schema: Schema) =>
  definitionOf(schema).type === 'optional' && !z.safeParse(schema, null).success

/** The value in the form of the first option that it matches. */
function normalizeUnion(options: readonly Schema[], value: unknown, position: Position): unknown {
  for (const option of options) {
    if (isObject(value) && lacksField(option, value)) continue
    const objects: ReadObject[] = []
    const form = normalized(option, value, { at: position.at, objects })
    if (!z.safeParse(option, form).success) continue
    for (const object of objects) position.objects.push(object)
    return form
  }
  return value
}

/** Whether an object lacks a required field. This is checked before its fields are read. */
const lacksField = (schema: Schema, value: object) =>
  Object.entries(definitionOf(schema).shape ?? {}).some(
    ([name, field]) => definitionOf(field).type !== 'optional' && !Object.hasOwn(value, name),
  )

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

function toFlag(value: unknown): unknown {
  if (!isScalar(value)) return value
  const text = String(value)
  return /^(true|false|1|0)$/i.test(text) ? /^(true|1)$/i.test(text) : value
}

const toIdNumber = (value: unknown) =>
  typeof value === 'string' && /^(0|[1-9]\d{0,9})$/.test(value) ? Number(value) : value

/** Above 2^53 a JSON number may differ from the one that was written. */
const toIdText = (value: unknown) => (Number.isSafeInteger(value) ? String(value) : value)

const formatOf = (schema: Schema) => z.globalRegistry.get(schema)?.['format']
