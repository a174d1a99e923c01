import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forced } from '#server/testing/stress/repetitions.ts'
import { ReadFault } from '../input/fault.ts'
import type { FaultPolicy, Route } from './json-route.ts'
import { JsonSplitter } from './json-splitter.ts'
import { splitterLimits } from './limits.ts'

/** Splits a text fed in pieces of one size and answers what was handed over. */
function split(text: string | Uint8Array, pieceSize = 7, limits = splitterLimits) {
  const taken: { pointer: string; value: unknown }[] = []
  const take: Route = {
    take: (value) => taken.push({ pointer: value.fault('').path, value: value.parse() }),
  }
  const root: Route = {
    object: new Map<string, Route>([
      ['items', { list: take }],
      ['inner', { object: new Map([['one', take]]) }],
      ['whole', take],
    ]),
  }
  const splitter = new JsonSplitter(root, limits)
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for (let at = 0; at < bytes.length; at += pieceSize) splitter.push(bytes.subarray(at, at + pieceSize))
  splitter.finish()
  return taken
}

function faultOf(text: string | Uint8Array, pieceSize = 7, limits = splitterLimits): ReadFault {
  try {
    split(text, pieceSize, limits)
  } catch (error) {
    if (error instanceof ReadFault) return error
    throw error
  }
  throw new Error('no fault')
}

describe('JsonSplitter', () => {
  test('hands over what has a route, wherever the pieces are cut', () => {
    const text =
      '{"skip":{"items":[9]}, "items":[1, "é", {"a":[null]}], "inner":{"x":0,"one":true}, "whole":-1.5e3}'
    for (let size = 1; size < 40; size++) {
      expect(split(text, size)).toEqual([
        { pointer: '/items/0', value: 1 },
        { pointer: '/items/1', value: 'é' },
        { pointer: '/items/2', value: { a: [null] } },
        { pointer: '/inner/one', value: true },
        { pointer: '/whole', value: -1500 },
      ])
    }
  })

  test('hands over any JSON unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 50 }), (items, size) => {
        const text = JSON.stringify({ items })
        const parsed = (JSON.parse(text) as { items: unknown[] }).items
        expect(split(text, size).map((each) => each.value)).toEqual(parsed)
      }),
    )
  })

  test('refuses exactly what JSON.parse refuses', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u00',
      '"\\',
      '1',
      '-',
      '0',
      '.5',
      'e',
      'true',
      'nul',
      ' ',
      '\n',
      '\u0001',
      '"',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = `{"whole":${parts.join('')}}`
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        let taken = true
        try {
          split(text, 3)
        } catch (error) {
          expect(error).toBeInstanceOf(ReadFault)
          taken = false
        }
        expect(taken).toBe(valid)
      }),
      { numRuns: forced(2000) },
    )
  })

  test('says the place of the fault', () => {
    const fault = faultOf('{\n  "items": [\n    {"a/b": [1, 2 3]}\n  ]\n}')
    expect(fault).toMatchObject({ line: 3, column: 19, byteOffset: 33, path: '/items/0/a~1b/1' })
    expect(fault.message).toBe('a comma or "]" was expected, not "3"')
  })

  test('a file cut off anywhere is refused at its end', () => {
    const text = '{"items":[{"a":"b\\n"}],"n":12}'
    for (let length = 0; length < text.length; length++) {
      const fault = faultOf(text.slice(0, length))
      expect(fault.byteOffset).toBe(length)
      expect(fault.message).toMatch(length === 0 ? /empty/ : /cut off/)
    }
  })

  const small = { depth: 10, stringBytes: 20, valueBytes: 60, valueNodes: 5 }
  const long = `"${'a'.repeat(21)}"`

  test('holds its bounds', () => {
    expect(faultOf(`{"x":${'['.repeat(200)}`).message).toMatch(/100 levels/)
    expect(split(`{"x":${'['.repeat(99)}${']'.repeat(99)}}`)).toEqual([])
    expect(faultOf(`{${long}:1}`, 4, small).message).toMatch(/string is longer than 20/)
    expect(faultOf(`{"whole":${long}}`, 4, small)).toMatchObject({
      message: 'a string is longer than 20 bytes',
      path: '/whole',
    })
    expect(faultOf(`{"whole":{"a":${long}}}`, 4, small)).toMatchObject({ path: '/whole/a' })
    expect(faultOf(`{"whole":{${long}:1}}`, 4, small).message).toMatch(/string is longer than 20/)
    expect(faultOf(`{"whole":[${'"aaaaaaaaaa",'.repeat(5)}1]}`, 4, small).message).toMatch(
      /larger than 60 bytes/,
    )
    expect(faultOf('{"whole":[1,2,3,4,5,6]}', 4, small)).toMatchObject({ path: '/whole/5' })
  })

  test('strings and keys that are skipped may be of any length', () => {
    for (let size = 1; size < 40; size++)
      expect(split(`{"x":${long},"y":{${long}:[${long}]},"whole":1}`, size, small)).toEqual([
        { pointer: '/whole', value: 1 },
      ])
  })

  test('refuses another kind where a list or an object must stand', () => {
    expect(faultOf('{"items":{}}')).toMatchObject({
      message: 'a list was expected, not an object',
      path: '/items',
    })
    expect(split('{"items":null}')).toEqual([])
  })
})

describe('a guarded part', () => {
  /** Splits a text whose `items` and `inner` are guarded together and whose `other` is guarded alone. */
  function guarded(text: string, pieceSize: number, limits = splitterLimits) {
    const taken: unknown[] = []
    const refused: string[] = []
    const guard = (name: string): FaultPolicy => ({
      refuse: (fault) => refused.push(`${name} ${fault.path}: ${fault.message}`),
      reads: (keys) => keys.every((key) => key !== 'unread'),
    })
    const take: Route = {
      take: (value) => {
        if (value.parse() === 'bad') throw value.fault('bad')
        taken.push(value.parse())
      },
    }
    const one = guard('one')
    const splitter = new JsonSplitter(
      {
        object: new Map<string, Route>([
          ['items', { list: take, guard: one }],
          ['inner', { object: new Map([['list', { list: take }]]), guard: one }],
          ['other', { ...take, guard: guard('other') }],
        ]),
      },
      limits,
    )
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += pieceSize) splitter.push(bytes.subarray(at, at + pieceSize))
    splitter.finish()
    return { taken, refused }
  }

  const small = { depth: 10, stringBytes: 20, valueBytes: 60, valueNodes: 5 }
  const long = 'a'.repeat(30)

  test.each([
    [
      'a wrong kind',
      '{"items":{"a":[1]},"other":2}',
      ['one /items: a list was expected, not an object'],
      [2],
    ],
    ['what a handler refuses', '{"items":[1,"bad",3],"other":2}', ['one /items/1: bad'], [1, 2]],
    [
      'what is refused inside',
      '{"inner":{"x":1,"list":[1,"bad",3],"y":[{}]},"other":2}',
      ['one /inner/list/1: bad'],
      [1, 2],
    ],
    [
      'too many values',
      '{"items":[[1,2,3,4,5,6,[7]],8],"other":2}',
      ['one /items/0/5: one value contains more than 5 values'],
      [2],
    ],
    [
      'too large a value',
      `{"items":[["${'b'.repeat(19)}","${'b'.repeat(19)}","${'b'.repeat(19)}"],8],"other":2}`,
      [expect.stringMatching(/^one \/items\/0.*larger than 60 bytes/)],
      [2],
    ],
    [
      'too long a string',
      `{"items":[{"a":"${long}"},8],"other":2}`,
      ['one /items/0/a: a string is longer than 20 bytes'],
      [2],
    ],
  ])('%s is told once, and the rest of it is skipped', (_, text, refused, taken) => {
    for (let size = 1; size < 70; size++) {
      const matches = guarded(text, size, small)
      expect(matches.refused).toEqual(refused)
      expect(matches.taken).toEqual(taken)
    }
  })

  test('what is no JSON is refused in it too', () => {
    expect(() => guarded('{"items":[1,"bad",}', 4)).toThrow(/a value was expected/)
  })

  test('a long string that nobody reads is handed over empty', () => {
    const value = { a: 1, unread: long, b: ['c', { unread: [`${long}"\\`, long] }], d: 'e' }
    const without = { a: 1, unread: '', b: ['c', { unread: ['', ''] }], d: 'e' }
    for (let size = 1; size < 80; size++)
      expect(
        guarded(JSON.stringify({ other: value }), size, { ...small, valueNodes: 20, valueBytes: 80 }),
      ).toEqual({
        taken: [without],
        refused: [],
      })
  })
})
