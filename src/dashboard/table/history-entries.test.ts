import { describe, expect, it } from 'vitest'
import { mergeWithin, replacesEntry } from './history-entries.ts'

const at = 1_000_000

describe('history entries', () => {
  it('are made by choices, not by typing nor by the page', () => {
    expect(replacesEntry({ kind: 'choice', group: 'status' }, undefined, at)).toBe(false)
    expect(replacesEntry({ kind: 'typing' }, undefined, at)).toBe(true)
    expect(replacesEntry({ kind: 'program' }, undefined, at)).toBe(true)
  })

  it('hold the choices of one group that follow each other quickly', () => {
    const last = { group: 'status', at }
    expect(replacesEntry({ kind: 'choice', group: 'status' }, last, at + mergeWithin - 1)).toBe(true)
    expect(replacesEntry({ kind: 'choice', group: 'status' }, last, at + mergeWithin)).toBe(false)
    expect(replacesEntry({ kind: 'choice', group: 'severities' }, last, at + 1)).toBe(false)
  })
})
