import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Operation } from '#contract/operation.ts'
import { encoded, hostileJson, hostileText } from './hostile.ts'
import { largeList, largeLists } from './large-bodies.ts'

// Makes requests from the contract's own schemas: mostly what they take, some of it nearly, some of it not at all.

type Schema = z.core.$ZodType

/** The definition of a schema, of which each kind has its own members. */
interface Definition {
  type: string
  entries?: Record<string, string>
  values?: unknown[]
  options?: Schema[]
  element?: Schema
  innerType?: Schema
  shape?: Record<string, Schema>
  in?: Schema
  valueType?: Schema
  format?: string
  checks?: { _zod: { def: { check: string; format?: string } } }[]
}
const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition

const pick = (texts: readonly string[]) => fc.constantFrom(...texts)

/** Mostly the first; now and then the second. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 5): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd })

const moments = ['2026-01-10T00:00:00Z', '2026-01-12T10:00:00.5+02:00', '1970-01-01T00:00:00Z']

/** Texts that a text schema takes. `known` are names and ids of what is there. */
function textsFor(schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  const { checks = [], format } = definitionOf(schema)
  const formats = [format, ...checks.map((one) => one._zod.def.format)]
  if (formats.includes('datetime')) return pick(moments)
  const described = z.globalRegistry.get(schema)
  return mostly(pick(known), described?.['format'] === 'uint64' ? pick(['1', '2', '3']) : hostileText, 3)
}

/** JSON texts made for a schema. */
export function jsonFor(schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  return mostly(rightJson(schema, known), hostileJson, 8)
}

function rightJson(schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  const definition = definitionOf(schema)
  const of = (inner: Schema | undefined) => (inner ? jsonFor(inner, known) : hostileJson)
  switch (definition.type) {
    case 'string':
      return textsFor(schema, known).map((text) => JSON.stringify(text))
    case 'number':
      return pick(['0', '1', '2', '3', '7', '30', '100', '500', '3000', '0.5', '-1', '4294967295'])
    case 'boolean':
      return pick(['true', 'false'])
    case 'enum':
      return pick(Object.values(definition.entries ?? {}).map((value) => JSON.stringify(value)))
    case 'literal':
      return pick((definition.values ?? []).map((value) => JSON.stringify(value)))
    case 'optional':
      return of(definition.innerType)
    case 'nullable':
      return mostly(of(definition.innerType), fc.constant('null'))
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(of))
    case 'array':
      return mostly(
        fc.array(of(definition.element), { maxLength: 4 }).map((parts) => `[${parts.join(',')}]`),
        fc.constantFrom(...Object.values(largeLists)).map(largeList),
        60,
      )
    case 'pipe':
      return definition.in ? rightJson(definition.in, known) : hostileJson
    case 'object':
      return objectFor(definition.shape ?? {}, known)
    default:
      return hostileJson
  }
}

/** An object with what it must have, some of what it may have, and now and then a name that is not known or twice there. */
function objectFor(shape: Record<string, Schema>, known: readonly string[]): fc.Arbitrary<string> {
  const names = Object.keys(shape)
  const needed = names.filter((name) => definitionOf(shape[name] ?? z.never()).type !== 'optional')
  const member = (name: string) => {
    const own = Object.hasOwn(shape, name) ? shape[name] : undefined
    return (own ? jsonFor(own, known) : hostileJson).map((json) => `${JSON.stringify(name)}:${json}`)
  }
  const some = (list: fc.Arbitrary<string>, maxLength: number) =>
    fc.array(list.chain(member), { maxLength }).map((members) => members.join(','))
  const missing = mostly(fc.constant(false), fc.constant(true), 12)
  const usual = fc.tuple(...needed.map((name) => fc.tuple(missing, member(name))))
  return fc
    .tuple(
      usual.map((all) => all.flatMap(([left, text]) => (left ? [] : [text])).join(',')),
      names.length > 0 ? some(pick(names), 4) : fc.constant(''),
      mostly(fc.constant(''), some(pick(['__proto__', 'constructor', 'other', '', ...names]), 2)),
    )
    .map((parts) => `{${parts.filter((part) => part !== '').join(',')}}`)
}

/** What an operation takes for certain, with nothing or one or two of its members made wrong: the last of a name counts. */
export function nearlyRight(right: object, schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  const { shape = {} } = definitionOf(schema)
  const base = JSON.stringify(right).slice(0, -1)
  return mostly(
    fc.constant(`${base}}`),
    objectFor(shape, known).map((more) => (more === '{}' ? `${base}}` : `${base},${more.slice(1)}`)),
    1,
  )
}

/** Texts for one parameter of a query. */
function parameterFor(schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'array': {
      const element = definition.element ? parameterFor(definition.element, known) : hostileText
      return fc.array(element, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(','))
    }
    case 'enum':
      return mostly(pick(Object.values(definition.entries ?? {})), hostileText)
    case 'union':
      return fc.oneof(...(definition.options ?? []).map((one) => parameterFor(one, known)))
    case 'literal':
      return pick((definition.values ?? []).map(String))
    case 'pipe': {
      const { type, minimum = 0, maximum = 1 } = Object(z.globalRegistry.get(schema))
      if (type === 'boolean') return mostly(pick(['true', 'false', '1', '0', 'TRUE']), hostileText)
      const numbers = [minimum, minimum + 1, maximum, maximum + 1, 1, 2, 3].map(String)
      return mostly(pick(numbers), hostileText, 7)
    }
    default:
      return textsFor(schema, known)
  }
}

/**
 * A query string for an operation: mostly what it needs, some of its parameters, some twice, some in brackets, some that
 * are none of its.
 */
export function queryFor(
  operation: Operation,
  known: readonly string[],
  needed: string,
): fc.Arbitrary<string> {
  const shape = operation.query ?? {}
  const names = Object.keys(shape)
  const name =
    names.length > 0 ? mostly(pick(names), pick(['other', '__proto__', 'constructor']), 15) : pick(['other'])
  const pair = fc
    .tuple(name, mostly(fc.constant(''), pick(['[]', '[0]', '[a]', '.a', '%5B%5D']), 8))
    .chain(([key, tail]) =>
      (Object.hasOwn(shape, key) ? parameterFor(shape[key] ?? z.never(), known) : hostileText)
        .chain(encoded)
        .map((value) => `${key}${tail}=${value}`),
    )
  return fc
    .tuple(mostly(fc.constant(needed), fc.constant('')), fc.array(pair, { maxLength: 4 }))
    .map(([first, pairs]) => [first, ...pairs].join('&'))
}

/** An address for an operation: mostly of what is there, by `ids`, else of what is not, or cannot be. */
export function addressFor(operation: Operation, ids: Record<string, string>): fc.Arbitrary<string> {
  const parts = operation.path.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) return fc.constant(part)
    const there = encodeURIComponent(ids[name] ?? '1')
    const weight = name.startsWith('deployment') ? 25 : 5
    // An empty part makes another address.
    return mostly(fc.constant(there), hostileText.filter((text) => text !== '').chain(encoded), weight)
  })
  return fc.tuple(...parts).map((texts) => texts.join(''))
}
