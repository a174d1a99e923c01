import type * as z from 'zod/mini'

// Bodies that are as large as a body may be, made for the places of a schema where something may be repeated.

type Schema = z.core.$ZodType

/** As much as a JSON body may have, with room for what stands around. */
const size = 1_000_000

/** The members of a definition that lead to schemas inside it. */
interface Definition {
  type: string
  entries?: Record<string, string>
  options?: Schema[]
  element?: Schema
  innerType?: Schema
  in?: Schema
  shape?: Record<string, Schema>
  checks?: { _zod: { def: { maximum?: number } } }[]
}
// parse: each kind of definition has other members.
const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition

/** A place of a schema: the way to it, `[]` for any element of a list, and what stands there. */
interface Place {
  way: readonly string[]
  schema: Schema
}

function* placesOf(schema: Schema, way: readonly string[] = []): Generator<Place> {
  yield { way, schema }
  const { options = [], element, innerType, in: input, shape = {} } = definitionOf(schema)
  for (const inner of [...options, innerType, input]) if (inner) yield* placesOf(inner, way)
  if (element) yield* placesOf(element, [...way, '[]'])
  for (const [name, field] of Object.entries(shape)) yield* placesOf(field, [...way, name])
}

/** One text again and again, until it is as large as it may be. */
const filled = (part: (at: number) => string, room = size) => {
  const parts: string[] = []
  for (let length = 0, at = 0; length < room; at++) {
    const next = part(at)
    parts.push(next)
    length += next.length + 1
  }
  return parts
}

/** A list of a megabyte. */
export const largeList = (part: (at: number) => string): string => `[${filled(part).join(',')}]`

/** Lists of everything that a list may hold or not. */
export const largeLists: Record<string, (at: number) => string> = {
  'empty objects': () => '{}',
  'empty lists': () => '[]',
  nulls: () => 'null',
  numbers: (at) => String(at),
  'the same text': () => '"a"',
  'different texts': (at) => `"a${at}"`,
  commas: () => '","',
  'null characters': (at) => `"\\u0000${at}"`,
}

const made = new Map<string, string>()

/** What a function makes, once for all places. */
function once(name: string, make: () => string): string {
  const known = made.get(name)
  if (known !== undefined) return known
  const text = make()
  made.set(name, text)
  return text
}

/** What is large, whatever is wanted in its place. */
const others: Record<string, () => string> = {
  'a long text': () => `"${'a'.repeat(size)}"`,
  'a long text of commas': () => `"${'a,'.repeat(size / 2)}"`,
  'a query of commas': () => `"severities=${filled((at) => `x${at}`).join(',')}"`,
  'a query of many lists': () => `"${queryOfMany()}"`,
  'an object of many names': () => `{${filled((at) => `"n${at}":1`).join(',')}}`,
  'an object of one long name': () => `{"${'n'.repeat(size)}":1}`,
  'a long list': () => largeList(() => '{}'),
  'a deep list': () => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
}

/** Of these what a body may be: texts in the place of one are all refused alike. */
const bodies = Object.entries(others).filter(([name]) => /^an? (object|long list|deep list)/.test(name))

/** Wrong values in many parameters, as many in each as it takes. */
function queryOfMany() {
  const names = [
    'repos',
    'rules',
    'categories',
    'component_tags',
    'project_tags',
    'dependencies',
    'versions',
    'files',
    'tickets',
    'upgrades',
  ]
  return names.map((name) => `${name}=${filled((at) => `%00${at}`, 60_000).join(',')}`).join('&')
}

/** The JSON of a body that is `right` but for what stands at a place. */
function withAt(right: unknown, [first, ...rest]: readonly string[], json: string): string {
  if (first === undefined) return json
  if (first === '[]') return `[${withAt({}, rest, json)}]`
  const members = { ...(typeof right === 'object' && right !== null ? right : {}) } as Record<string, unknown>
  const inner = withAt(members[first], rest, json)
  delete members[first]
  const others = Object.entries(members).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  )
  return `{${[...others, `${JSON.stringify(first)}:${inner}`].join(',')}}`
}

/**
 * Large bodies for an operation, each with what it has: at each list of its schema lists of many things, at the whole
 * large objects and lists, and at each other place two of what is large by itself, in turn. `right` is a body that it takes; what is in
 * `tried` is passed over.
 */
export function* largeBodies(
  schema: Schema,
  right: object,
  tried: Set<Schema>,
): Generator<{ name: string; json: string }> {
  const inTurn = Object.entries(others)
  for (const { way, schema: at } of placesOf(schema)) {
    const { type, element } = definitionOf(at)
    const whole = way.length === 0
    if ((tried.has(at) && !whole) || type === 'optional' || type === 'nullable') continue
    tried.add(at)
    const large = [
      ...(type === 'array'
        ? [
            ...Object.entries(largeLists).map(
              ([what, part]) => [what, () => once(what, () => largeList(part))] as const,
            ),
            ...Object.entries(ofWords(element)).map(([what, part]) => [what, () => largeList(part)] as const),
          ]
        : []),
      ...(type === 'array' ? [['as many wrong values as it takes', () => wrongValues(at)] as const] : []),
      ...(whole ? bodies : inTurn.slice(0, 2)).map(([what, make]) => [what, () => once(what, make)] as const),
    ]
    if (!whole) inTurn.push(...inTurn.splice(0, 2))
    for (const [what, make] of large)
      yield { name: `${what} at ${way.join('.') || 'the whole'}`, json: withAt(right, way, make()) }
  }
}

function wrongValues(schema: Schema) {
  const { checks = [] } = definitionOf(schema)
  const most = checks.reduce((least, { _zod }) => Math.min(least, _zod.def.maximum ?? least), 5000)
  return JSON.stringify(Array.from({ length: most }, () => ({ a: null })))
}

/** The words that a list takes, again and again. */
function ofWords(element: Schema | undefined): Record<string, () => string> {
  const [word] = element ? Object.values(definitionOf(element).entries ?? {}) : []
  return word === undefined ? {} : { 'the same word': () => JSON.stringify(word) }
}
