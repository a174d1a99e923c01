import { describe, expect, test } from 'vitest'
import type { ReadFault } from '../input/fault.ts'
import type { Route, TakenValue } from './json-route.ts'
import { JsonSplitter } from './json-splitter.ts'
import { splitterLimits } from './limits.ts'
import { type Part, sharedRoute } from './shared-route.ts'

/** A reader that stops at its first fault, as all do. */
function partOf(route: Route, faults: ReadFault[] = []): Part & { faults: ReadFault[] } {
  return {
    route,
    faults,
    guard: { refuse: (fault) => void faults.push(fault), reads: () => true },
    isStopped: () => faults.length > 0,
  }
}

/** A reader that takes whole elements with a key, and refuses others. */
function whole(key: string) {
  const got: unknown[] = []
  const take = (value: TakenValue) => {
    const parsed = value.parse()
    if (typeof parsed !== 'object' || parsed === null || !(key in parsed))
      throw value.fault('foreign', `/${key}`)
    got.push(parsed)
  }
  return { got, ...partOf({ list: { take } }) }
}

/** A reader that descends into a list of each element, and takes another part of the element. */
function inParts() {
  const got: unknown[] = []
  const collect: Route = { take: (value) => void got.push(value.parse()) }
  const object = new Map<string, Route>([
    ['parts', { list: collect }],
    ['id', collect],
  ])
  return { got, ...partOf({ list: { object, end: () => got.push('end') } }) }
}

function split(parts: Part[], value: unknown, pieces = 1_000): void {
  const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
  const splitter = new JsonSplitter(sharedRoute(parts))
  for (let at = 0; at < bytes.length; at += pieces) splitter.push(bytes.subarray(at, at + pieces))
  splitter.finish()
}

describe.each([1, 1_000])('a list that several readers want, in pieces of %i', (pieces) => {
  test('goes to the one whose elements it has; the others stop at the first', () => {
    const [a, b] = [whole('a'), whole('b')]
    split([a, b], [{ b: 1 }, { b: 2, a: 1 }], pieces)
    expect(b.got).toEqual([{ b: 1 }, { b: 2, a: 1 }])
    expect(a.got).toEqual([])
    expect(a.faults).toMatchObject([{ path: '/0/a' }])
  })

  test('goes to both until one refuses', () => {
    const [a, b] = [whole('a'), whole('b')]
    split([a, b], [{ a: 1, b: 1 }, { a: 2 }, { b: 3 }], pieces)
    expect([a.got.length, b.got.length]).toEqual([2, 1])
    expect([a.faults[0]?.path, b.faults[0]?.path]).toEqual(['/2/a', '/1/b'])
  })

  test.each([
    ['first', { parts: [{ x: 1 }, 2], id: 'i', more: { a: [1] } }],
    ['last', { more: { a: [1] }, id: 'i', parts: [{ x: 1 }, 2] }],
  ])('is read in parts by one and whole by the other, its parts %s', (_, element) => {
    const [reader, other, stopping] = [inParts(), whole('id'), whole('b')]
    split([stopping, reader, other], [element, element], pieces)
    expect(reader.got.filter((each) => each !== 'i')).toEqual([{ x: 1 }, 2, 'end', { x: 1 }, 2, 'end'])
    expect(reader.got.filter((each) => each === 'i')).toHaveLength(2)
    expect(other.got).toEqual(Array(2).fill({ id: 'i', more: { a: [1] } }))
    expect(stopping.faults).toMatchObject([{ path: '/0/b', line: 1, column: 2 }])
  })

  test('refuses elements of other kinds, but not null', () => {
    const [reader, other] = [inParts(), whole('b')]
    split([reader, other], [null, 'text'], pieces)
    expect(reader.faults).toMatchObject([{ path: '/1', message: 'an object was expected, not a string' }])
    expect(other.faults).toMatchObject([{ path: '/0/b' }])
  })
})

test('only what is taken whole is limited', () => {
  const [reader, other] = [inParts(), whole('id')]
  const many = Array<string>(3_000).fill('x'.repeat(9_000))
  split([reader, other], [{ id: 1, parts: many }], 64 * 1024)
  expect(reader.got).toHaveLength(3_002)
  expect(other.got).toEqual([{ id: 1 }])
  const more = Object.fromEntries(many.map((text, index) => [`key${index}`, text]))
  const [unlimited, limited] = [inParts(), whole('id')]
  split([unlimited, limited], [{ id: 1, ...more, parts: [1] }], 64 * 1024)
  expect(unlimited.got).toEqual([1, 1, 'end'])
  expect(limited.faults).toMatchObject([
    { path: '/0', message: `one value is larger than ${splitterLimits.valueBytes} bytes` },
  ])
})

test('objects follow a document only where its format has lines', () => {
  const seen: unknown[] = []
  const route: Route = { take: (value) => void seen.push([value.parse(), value.place.line]) }
  const lines = new JsonSplitter(route, splitterLimits, () => route)
  lines.push(Buffer.from('{"a":1}\n{"a":2}\r\n {"a":3}{}'))
  lines.finish()
  expect(seen).toEqual([
    [{ a: 1 }, 1],
    [{ a: 2 }, 2],
    [{ a: 3 }, 3],
    [{}, 3],
  ])
  expect(() => lines.push(Buffer.from('[1]'))).toThrow('after the end of the document')
})
