import { describe, expect, it } from 'vitest'
import { rangeText } from './pages.ts'
import { ariaSort, nextSort, parseSort } from './sort.ts'

describe('the line under a table', () => {
  it('says which rows of how many', () => {
    expect(rangeText({ start: 0, rows: 100, total: 6000 })).toBe('1–100 of 6,000')
    expect(rangeText({ start: 3000, rows: 12, total: 3012 })).toBe('3,001–3,012 of 3,012')
  })

  it('never says a number that nobody knows', () => {
    expect(rangeText({ start: undefined, rows: 100, total: 6000 })).toBe('100 of 6,000')
    expect(rangeText({ start: 0, rows: 100, total: undefined })).toBe('1–100')
  })

  it('says so where more rows stand than still match', () => {
    expect(rangeText({ start: 0, rows: 100, total: 0 })).toBe('100 shown, 0 match')
    expect(rangeText({ start: 200, rows: 50, total: 210 })).toBe('50 shown, 210 match')
  })

  it('tells an empty list from a page past the end', () => {
    expect(rangeText({ start: 0, rows: 0, total: 0 })).toBe('0 rows')
    expect(rangeText({ start: 900, rows: 0, total: 40 })).toBe('0 of 40')
  })
})

describe('the order of a table', () => {
  it("goes the column's own way first, then the other", () => {
    expect(nextSort('-severity', undefined)).toBe('-severity')
    expect(nextSort('-severity', parseSort('-severity'))).toBe('severity')
    expect(nextSort('-severity', parseSort('severity'))).toBe('-severity')
    expect(nextSort('-severity', parseSort('-epss'))).toBe('-severity')
    expect(nextSort('rule', parseSort('-epss'))).toBe('rule')
    expect(nextSort('rule', parseSort('rule'))).toBe('-rule')
  })

  it('is said by one column alone', () => {
    const present = parseSort('-severity')
    expect(ariaSort('-severity', present)).toBe('descending')
    expect(ariaSort('epss', present)).toBe('none')
    expect(ariaSort(undefined, present)).toBeUndefined()
  })
})
