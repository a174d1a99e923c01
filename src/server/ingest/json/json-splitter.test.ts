import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forced } from '../../testing/force/times.ts'
import { ReadFault } from '../fault.ts'
import type { Route } from './json-route.ts'
import { JsonSplitter, splitterLimits } from './json-splitter.ts'

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

  test('holds its bounds in what is skipped too', () => {
    expect(faultOf(`{"x":${'['.repeat(200)}`).message).toMatch(/100 deep/)
    expect(split(`{"x":${'['.repeat(99)}${']'.repeat(99)}}`)).toEqual([])
    const limits = { depth: 10, stringBytes: 20, valueBytes: 60, valueNodes: 5 }
    expect(faultOf(`{"x":"${'a'.repeat(21)}"}`, 4, limits).message).toMatch(/string is longer than 20/)
    expect(faultOf(`{"${'a'.repeat(21)}":1}`, 4, limits).message).toMatch(/string is longer than 20/)
    expect(faultOf(`{"whole":[${'"aaaaaaaaaa",'.repeat(5)}1]}`, 4, limits).message).toMatch(
      /larger than 60 bytes/,
    )
    expect(faultOf('{"whole":[1,2,3,4,5,6]}', 4, limits)).toMatchObject({ path: '/whole/5' })
  })

  test('refuses another kind where a list or an object must stand', () => {
    expect(faultOf('{"items":{}}')).toMatchObject({
      message: 'a list was expected, not an object',
      path: '/items',
    })
    expect(split('{"items":null}')).toEqual([])
  })
})
