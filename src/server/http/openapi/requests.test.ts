import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { operations } from '#contract/all.ts'
import type { DetailedOperation } from '#contract/operation.ts'
import { readQuery } from '#contract/parameters/query.ts'
import { normalizeBody } from '../request/normalize-body.ts'
import type { DescribedOperation } from './document.ts'
import { openApiDocument } from './openapi.ts'
import type { JsonSchema } from './schemas.ts'

const all = new Set(operations.map(({ id }) => id))
const document = openApiDocument(operations, all, '1.2.3')
const ajv = new Ajv2020({
  strict: false,
  formats: { ...fullFormats, uint64: /^\d{1,20}$/, uint32: { type: 'number', validate: () => true } },
})

const describedAs = ({ path, method }: DetailedOperation): DescribedOperation | undefined =>
  document.paths[path]?.[method.toLowerCase()]

/** Values of a query as clients write them; words of an enumeration come with each parameter. */
const texts = [
  '',
  '0',
  '1',
  '007',
  '1e2',
  '1.0',
  '1.5',
  '-1',
  '100',
  '150',
  'true',
  'FALSE',
  '__none',
  'a',
  'ü',
  '😀',
]
texts.push(
  'a b',
  'a,b',
  '1,2',
  '18446744073709551616',
  '2026-11-21',
  '2026-11-21T10:00:00Z',
  '7d',
  'é',
  'x'.repeat(2000),
)

/** The words of the enumerations within a schema. */
function wordsIn(schema: JsonSchema): string[] {
  const words = Array.isArray(schema['enum']) ? schema['enum'].map(String) : []
  const inner = [schema['items'], ...[schema['anyOf'] ?? []].flat()]
  return [...words, ...inner.flatMap((one) => (one ? wordsIn(Object(one)) : []))]
}

/** What a validator makes of the values of a parameter, by the style and the type that are described. */
function decoded(schema: JsonSchema, values: readonly string[]): unknown {
  if (schema['type'] === 'array') return values.map((value) => decoded(Object(schema['items']), [value]))
  const [value = ''] = values
  const types = [schema['type'] ?? [schema['anyOf'] ?? []].flat().map((one) => Object(one)['type'])].flat()
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
  if (
    types.some((type) => type === 'number' || type === 'integer') &&
    value.trim() !== '' &&
    Number.isFinite(Number(value))
  )
    return Number(value)
  return value
}

it('takes each query that the service takes', () => {
  const refused: string[] = []
  let taken = 0
  for (const operation of operations) {
    for (const { in: place, name, schema } of describedAs(operation)?.parameters ?? []) {
      // This cursor is read with the times beside it, so that all faults are told at once.
      if (place !== 'query' || (operation.id === 'listAudit' && name === 'cursor')) continue
      const words = wordsIn(schema)
      const validate = ajv.compile(schema)
      const isList = schema['type'] === 'array'
      const candidates = [...texts, ...words.slice(0, 30), words.slice(0, 3).join(',')].map((one) => [one])
      if (isList)
        candidates.push(...candidates.slice(0, -1).map((one) => [...one, ...one]), words.slice(0, 2))
      for (const values of candidates) {
        if (values.length === 0) continue
        const { faults } = readQuery(
          operation.query ?? {},
          values.map((value) => [name, value] as const),
        )
        if (faults.length > 0 || (name === 'cursor' && !validate(values[0]))) continue
        taken += 1
        if (!validate(decoded(schema, values))) refused.push(`${operation.id} ${name}=${values.join('&')}`)
      }
    }
  }
  expect(taken).toBeGreaterThan(5000)
  expect(refused).toEqual([])
})

/** Values that may stand anywhere in a body. */
const edges: unknown[] = [
  null,
  '',
  'a',
  '1',
  0,
  1,
  -1,
  1.5,
  true,
  false,
  'TRUE',
  [],
  {},
  'ü',
  '😀',
  4294967296,
  '007',
]

/** Variants of a value: itself replaced by the edges, as the only one of a list or out of it, and so of each part. */
function* variants(value: unknown, depth = 0): Generator<unknown> {
  yield* edges
  yield [value]
  if (typeof value === 'number' || typeof value === 'boolean') yield String(value)
  if (typeof value === 'string' && /^\d+$/.test(value)) yield Number(value)
  if (depth > 4) return
  if (Array.isArray(value)) {
    yield* value
    if (value.length > 0) for (const inner of variants(value[0], depth + 1)) yield [inner, ...value.slice(1)]
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, extra: 1 }
    for (const [key, part] of Object.entries(value)) {
      const { [key]: _, ...rest } = Object(value)
      yield rest
      for (const inner of variants(part, depth + 1)) yield { ...value, [key]: inner }
    }
  }
}

/** A value with every field that a schema describes. */
function sampleOf(schema: JsonSchema): unknown {
  const [first] = [schema['anyOf'] ?? schema['oneOf'] ?? []].flat()
  if (first) return sampleOf(Object(first))
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const type = [schema['type']].flat()[0]
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(Object(schema['properties'])).map(([name, one]) => [name, sampleOf(Object(one))]),
    )
  if (type === 'array') return [sampleOf(Object(schema['items']))]
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1
  if (type === 'boolean') return true
  if (schema['format'] === 'email') return 'a@example.com'
  return schema['format'] === 'uint64' ? '1' : 'a'
}

it('takes each body that the service takes', () => {
  const refused: string[] = []
  const unlike: string[] = []
  let taken = 0
  for (const operation of operations) {
    const { schema } = describedAs(operation)?.requestBody?.content['application/json'] ?? {}
    const { body } = operation
    if (!schema || !body) continue
    const validate = ajv.compile(schema)
    for (const value of new Set(variants(sampleOf(schema)))) {
      const isTaken = z.safeParse(body, normalizeBody(body, value).value).success
      if (!isTaken) {
        if (validate(value)) unlike.push(`${operation.id} ${JSON.stringify(value)}`)
        continue
      }
      taken += 1
      if (!validate(value))
        refused.push(`${operation.id} ${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`)
    }
  }
  expect(taken).toBeGreaterThan(1000)
  expect(refused).toEqual([])
  expect(unlike).toEqual([])
})
