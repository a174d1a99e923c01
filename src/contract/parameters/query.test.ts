import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { operations } from '../all.ts'
import type { Operation } from '../operation.ts'
import { findingsQuery, misplacedFilters } from './findings-query.ts'
import { flag, readQuery, texts, uint64, wholeNumber, writeQuery } from './query.ts'

/** The words of a list of an enumeration. */
function wordsOf(schema: z.core.$ZodType | undefined): string[] {
  const list = schema?._zod.def
  const of = list && 'element' in list ? Object(list.element)._zod.def.entries : undefined
  return Object.values(Object(of)).map(String)
}

const read = (text: string) => readQuery(findingsQuery, new URLSearchParams(text))

describe('a query string', () => {
  it('takes lists as repeated keys, with commas and with brackets', () => {
    const same = { severities: ['high', 'low'] }
    expect(read('severities=high&severities=low').values).toEqual(same)
    expect(read('severities=high,low').values).toEqual(same)
    expect(read('severities[]=high&severities[]=low').values).toEqual(same)
    expect(read('severities[0]=high&severities[1]=low').values).toEqual(same)
    expect(read('severities%5B7%5D=high&severities=low').values).toEqual(same)
  })

  it('takes every form of a list for every list of every operation', () => {
    const lists = operations.flatMap(({ id, query = {} }: Operation) =>
      Object.entries(query).flatMap(([name, schema]) =>
        schema._zod.def.type === 'array' ? [[id, name, query] as const] : [],
      ),
    )
    expect(lists.length).toBeGreaterThan(100)
    for (const [id, name, shape] of lists) {
      const taken = ['1', '2', ...['a', 'b'], ...wordsOf(shape[name])].filter(
        (value) => readQuery(shape, [[name, value]]).faults.length === 0,
      )
      const [one = '', other = one] = taken
      const is = readQuery(shape, [[name, `${one},${other}`]])
      expect([id, name, is.faults, is.ignored, Object.keys(is.values)]).toEqual([id, name, [], [], [name]])
      for (const [first, second] of [
        ['', ''],
        ['[]', '[]'],
        ['[0]', '[1]'],
        ['', '[0]'],
      ]) {
        const pairs = [
          [`${name}${first}`, one],
          [`${name}${second}`, other],
        ] as const
        expect([id, name, readQuery(shape, pairs)]).toEqual([id, name, is])
      }
    }
  })

  it('never splits brackets at commas', () => {
    expect(read('rules[]=a,b&rules[]=c').values).toEqual({ rules: ['a,b', 'c'] })
    expect(read('rules[0]=a,b&rules[1]=c').values).toEqual({ rules: ['a,b', 'c'] })
  })

  it('takes brackets for a scalar, and still one value only', () => {
    expect(read('page[0]=3').values).toEqual({ page: 3 })
    expect(read('page[0]=3&page[1]=4').faults).toHaveLength(1)
  })

  it('names every wrong value at once and keeps the right ones', () => {
    const { values, faults } = read('severities=hgih,low&page_size=99&page=-1&dedup=maybe&status=open')
    expect(values).toEqual({ status: ['open'] })
    expect(faults.map((fault) => fault.parameter)).toEqual(['severities', 'page_size', 'page', 'dedup'])
    expect(faults[0]?.detail).toBe('"hgih" is not one of critical, high, medium, low')
    expect(faults[1]?.detail).toBe('"99" is not a whole number from 100 to 3000')
  })

  it('refuses a repeated scalar', () => {
    expect(read('page=1&page=2').faults).toEqual([
      { parameter: 'page', detail: 'is set more than once, but takes one value' },
    ])
  })

  it('leaves unknown names out, and names them as they were written, each once', () => {
    expect(read('utm_source=x&__proto__=1&page[a]=2&severities.0=high&utm_source=y&&=')).toEqual({
      values: {},
      faults: [],
      ignored: ['utm_source', '__proto__', 'page[a]', 'severities.0'],
    })
  })

  it('reads every form that JSON writes numbers in, and nothing else', () => {
    const since = (text: string) => read(new URLSearchParams({ since: text }).toString()).values.since
    for (const form of ['1.7E9', '1.7e+9', '17e8', '1700000000.0', '17000000000E-1']) {
      expect([form, since(form)]).toEqual([form, 1_700_000_000])
    }
    for (const wrong of [
      '1.7E',
      'E9',
      '.5',
      '5.',
      '0x10',
      '1_000',
      'Infinity',
      'NaN',
      '-1',
      '1e12',
      '1e999',
      ' 1',
    ]) {
      expect([wrong, since(wrong)]).toEqual([wrong, undefined])
    }
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e11, noNaN: true }).filter((value) => !Object.is(value, -0)),
        (value) => {
          expect(since(JSON.stringify(value))).toBe(value)
        },
      ),
    )
    expect(read('page_size=1E2&page=2.0').values).toEqual({ page_size: 100, page: 2 })
    expect(read('page_size=100.5').faults).toHaveLength(1)
  })

  it('takes true, false, 1 and 0 in any case', () => {
    for (const [word, value] of [
      ['TRUE', true],
      ['1', true],
      ['False', false],
      ['0', false],
    ] as const) {
      expect(readQuery({ flag }, [['flag', word]]).values).toEqual({ flag: value })
    }
  })

  it('reads ids up to the largest unsigned 64-bit number, and nothing beyond', () => {
    const of = (id: string) => readQuery({ id: uint64 }, [['id', id]]).faults.length
    expect(of('18446744073709551615')).toBe(0)
    for (const wrong of ['18446744073709551616', '007', '-1', '+1', '1e3', ''])
      expect([wrong, of(wrong)]).toEqual([wrong, 1])
  })

  it('reads back what it wrote, whatever the values are', () => {
    const shape = { list: texts, page: wholeNumber(0, 1000), flag }
    const value = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes('\0'))
    fc.assert(
      fc.property(
        fc.uniqueArray(value, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.boolean(),
        (list, page, flagged) => {
          const written = writeQuery(shape, { list, page, flag: flagged })
          expect(readQuery(shape, new URLSearchParams(written.toString()))).toEqual({
            values: { list, page, flag: flagged },
            faults: [],
            ignored: [],
          })
        },
      ),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(findingsQuery)), fc.string()), fc.string()),
        ),
        (pairs) => {
          readQuery(findingsQuery, pairs)
        },
      ),
    )
  })
})

describe('parameters of one issue type', () => {
  it('are refused with the other, naming the type they belong to', () => {
    expect(
      misplacedFilters({ issue_type: 'sca', rules: ['a'], confidence: ['low'], is_malicious: true }),
    ).toEqual([
      { parameter: 'rules', detail: 'belongs to issue_type=sast, not to issue_type=sca' },
      { parameter: 'confidence', detail: 'belongs to issue_type=sast, not to issue_type=sca' },
    ])
    expect(misplacedFilters({ exposures: ['reachable'] })).toHaveLength(1)
    expect(misplacedFilters({ policies: ['rule-board-block'], issue_type: 'sca' })).toEqual([])
  })
})
