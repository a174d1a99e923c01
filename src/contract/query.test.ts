import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingsQuery, misplaced } from './findings-query.ts'
import { flag, readQuery, texts, uint64, whole, writeQuery } from './query.ts'

const read = (text: string) => readQuery(findingsQuery, new URLSearchParams(text))

describe('a query string', () => {
  it('takes lists as repeated keys, with commas and with brackets', () => {
    const same = { severities: ['high', 'low'] }
    expect(read('severities=high&severities=low').values).toEqual(same)
    expect(read('severities=high,low').values).toEqual(same)
    expect(read('severities[]=high&severities[]=low').values).toEqual(same)
  })

  it('never splits brackets at commas', () => {
    expect(read('rules[]=a,b&rules[]=c').values).toEqual({ rules: ['a,b', 'c'] })
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
      { parameter: 'page', detail: 'is given more than once, but takes one value' },
    ])
  })

  it('leaves unknown names out', () => {
    expect(read('utm_source=x&__proto__=1&constructor=2')).toEqual({ values: {}, faults: [] })
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
    const shape = { list: texts, page: whole(0, 1000), flag }
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
    expect(misplaced({ issue_type: 'sca', rules: ['a'], confidence: ['low'], is_malicious: true })).toEqual([
      { parameter: 'rules', detail: 'belongs to issue_type=sast, not to issue_type=sca' },
      { parameter: 'confidence', detail: 'belongs to issue_type=sast, not to issue_type=sca' },
    ])
    expect(misplaced({ exposures: ['reachable'] })).toHaveLength(1)
    expect(misplaced({ policies: ['rule-board-block'], issue_type: 'sca' })).toEqual([])
  })
})
