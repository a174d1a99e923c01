import * as z from 'zod/mini'
import * as dependencies from '#contract/answers/dependencies.ts'
import * as deployments from '#contract/answers/deployments.ts'
import * as findings from '#contract/answers/findings.ts'
import * as policies from '#contract/answers/policies.ts'
import * as projects from '#contract/answers/projects.ts'
import * as sbom from '#contract/answers/sbom.ts'
import * as scans from '#contract/answers/scans.ts'
import * as secrets from '#contract/answers/secrets.ts'
import { problem } from '#contract/answers/shapes.ts'

export type JsonSchema = Record<string, unknown>

const rooms = [findings, secrets, projects, scans, policies, dependencies, sbom, deployments, { problem }]

/** The schemas of answers that have a name in the contract, by that name: `secretFinding` is `SecretFinding`. */
const named = new Map<z.core.$ZodType, string>()
for (const room of rooms) {
  for (const [name, value] of Object.entries(room)) {
    if (value instanceof z.core.$ZodType)
      named.set(value, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`)
  }
}

/** The named schemas of answers, as `components.schemas` of an OpenAPI document; they refer to each other. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of named) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    ...options,
    io: 'output',
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id, $schema, ...schema }]) => [name, schema]),
  )
}

/** The schema of an answer: a reference where it has a name. */
export function answerSchema(schema: z.core.$ZodType): JsonSchema {
  const name = named.get(schema)
  return name === undefined ? inlineSchema(schema, 'output') : { $ref: `#/components/schemas/${name}` }
}

/** A schema as it stands, for a parameter or a body. */
export function inlineSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { ...options, io })
  return rest
}

const options = {
  unrepresentable: 'any',
  override: ({ jsonSchema }: { jsonSchema: JsonSchema }) => {
    // Answers may gain fields, and a client should not refuse them.
    if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties']
    // What the contract says of a text that stands for a number leaves the text's own pattern behind.
    if (jsonSchema['type'] !== 'string') delete jsonSchema['pattern']
    // The bounds of a JavaScript number say nothing of the API.
    if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
    if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  },
} as const
