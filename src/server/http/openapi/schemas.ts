import * as z from 'zod/mini'
import * as dependencies from '#contract/responses/dependencies.ts'
import * as deployments from '#contract/responses/deployments.ts'
import * as findings from '#contract/responses/findings.ts'
import * as policies from '#contract/responses/policies.ts'
import * as projects from '#contract/responses/projects.ts'
import * as sbom from '#contract/responses/sbom.ts'
import * as scans from '#contract/responses/scans.ts'
import * as secrets from '#contract/responses/secrets.ts'
import { isAlways, problem } from '#contract/responses/shapes.ts'
import * as triage from '#contract/responses/triage.ts'
import * as views from '#contract/responses/views.ts'

export type JsonSchema = Record<string, unknown>

const schemaModules = [
  findings,
  triage,
  views,
  secrets,
  projects,
  scans,
  policies,
  dependencies,
  sbom,
  deployments,
  { problem },
]

/** The response schemas that have a name in the contract, by that name: `secretFinding` is `SecretFinding`. */
const schemaNames = new Map<z.core.$ZodType, string>()
for (const schemaModule of schemaModules) {
  for (const [name, value] of Object.entries(schemaModule)) {
    if (value instanceof z.core.$ZodType)
      schemaNames.set(value, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`)
  }
}

/** The named response schemas, as `components.schemas` of an OpenAPI document; they reference each other. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of schemaNames) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    ...optionsOf('output'),
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id, $schema, ...schema }]) => [name, schema]),
  )
}

/** The schema of a response: a reference if it is named. */
export function responseSchema(schema: z.core.$ZodType): JsonSchema {
  const name = schemaNames.get(schema)
  return name === undefined ? inlineSchema(schema, 'output') : { $ref: `#/components/schemas/${name}` }
}

/** An inline schema, for a parameter or a body. */
export function inlineSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, optionsOf(io))
  return rest
}

interface OverrideContext {
  zodSchema: z.core.$ZodTypes
  jsonSchema: JsonSchema
}

const optionsOf = (io: 'input' | 'output') => ({
  io,
  unrepresentable: 'any' as const,
  override: ({ zodSchema, jsonSchema }: OverrideContext) => {
    // Responses may gain fields, and clients should accept them.
    if (io === 'output' && jsonSchema['additionalProperties'] === false)
      delete jsonSchema['additionalProperties']
    // The contract overrides the type of a text that represents a number, but the text's pattern remains.
    if (jsonSchema['type'] !== 'string') delete jsonSchema['pattern']
    // The bounds of JavaScript numbers are not part of the API.
    if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
    if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
    flatten(jsonSchema)
    if (isAlways(zodSchema)) withoutOuterNull(jsonSchema)
    if (zodSchema._zod.def.type === 'object') requireAlways(zodSchema._zod.def.shape, jsonSchema)
  },
})

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const alternatives = ({ anyOf }: JsonSchema) => (Array.isArray(anyOf) ? anyOf.filter(isSchema) : [])

/** Flattens nested alternatives. */
function flatten(schema: JsonSchema) {
  if (!schema['anyOf']) return
  schema['anyOf'] = alternatives(schema).flatMap((one) =>
    Object.keys(one).join() === 'anyOf' ? alternatives(one) : [one],
  )
}

/** Removes the last alternative, null, which other services may send. */
function withoutOuterNull(schema: JsonSchema) {
  const own = alternatives(schema).slice(0, -1)
  delete schema['anyOf']
  Object.assign(schema, own.length === 1 ? own[0] : { anyOf: own })
}

/** Marks fields that every response has as required. */
function requireAlways(shape: Readonly<Record<string, z.core.$ZodType>>, schema: JsonSchema) {
  const names = Object.entries(shape).flatMap(([name, field]) => (isAlways(field) ? [name] : []))
  if (names.length === 0) return
  const { required } = schema
  schema['required'] = [...(Array.isArray(required) ? required : []), ...names]
}
