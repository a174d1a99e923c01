import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { operations } from '../all.ts'

type Schema = z.core.$ZodType

/** The schemas directly inside a schema, by their name there. */
function partsOf(schema: Schema): [string, Schema][] {
  // parse: each kind of definition has other members; those that hold schemas are told by what they are.
  const members = Object.entries(schema._zod.def as unknown as Record<string, unknown>)
  return members.flatMap(([name, member]): [string, Schema][] => {
    if (name === 'checks') return []
    if (isSchema(member)) return [[name, member]]
    if (Array.isArray(member))
      return member.filter(isSchema).map((one, at): [string, Schema] => [`${name}/${at}`, one])
    if (typeof member !== 'object' || member === null) return []
    return Object.entries(member).filter((pair): pair is [string, Schema] => isSchema(pair[1]))
  })
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value && 'def' in Object(value)._zod

/** Each schema in a schema, with its path. */
function* walk(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema]
  for (const [name, part] of partsOf(schema)) yield* walk(part, `${path}/${name}`)
}

const all = operations.flatMap((operation) => [
  ...Object.entries(operation.query ?? {}).flatMap(([name, schema]) => [
    ...walk(schema, `${operation.id}?${name}`),
  ]),
  ...(operation.body ? walk(operation.body, operation.id) : []),
])
const kindOf = (schema: Schema) => schema._zod.def.type

describe('the contract', () => {
  it('says how long each list of a request may be, and 5,000 at most', () => {
    const lists = all.filter(([, schema]) => kindOf(schema) === 'array')
    expect(lists.length).toBeGreaterThan(100)
    const bound = ([, { _zod }]: (typeof lists)[number]) =>
      Math.min(
        ...(_zod.def.checks ?? []).flatMap((one) => {
          // parse: of the checks only this one has a `maximum`.
          const { check, maximum } = one._zod.def as { check: string; maximum?: number }
          return check === 'max_length' ? [maximum ?? Number.NaN] : []
        }),
      )
    const unbounded = lists.filter((one) => !(bound(one) <= 5000))
    expect(unbounded.map(([path]) => path)).toEqual([])
  })

  it('takes nothing whose parts it does not know, and nothing with any number of parts', () => {
    const open = ['any', 'unknown', 'record', 'map', 'set', 'tuple', 'lazy', 'custom', 'json']
    expect(all.filter(([, schema]) => open.includes(kindOf(schema))).map(([path]) => path)).toEqual([])
  })

  it('is walked whole: a list inside a list, a choice, a pipe and a field that may be missing is found', () => {
    const deep = z.object({
      a: z.optional(z.nullable(z.union([z.string(), z.array(z.object({ b: z.array(z.string()) }))]))),
      c: z.pipe(z.array(z.string()), z.transform(String)),
    })
    const matches = [...walk(deep, '')].filter(([, schema]) => kindOf(schema) === 'array')
    expect(matches).toHaveLength(3)
  })
})
