import { describe, expect, test } from 'vitest'
import type { Impact } from '#contract/responses/policies.ts'
import { impactNotes, impactNumbers } from './impact-labels.ts'

const nothing = {
  commented: 0,
  blocked: 0,
  noLongerCommented: 0,
  noLongerBlocked: 0,
  examples: [],
  affected: [],
}

function impact(said: Partial<Impact> = {}): Impact {
  return {
    rules: 1,
    changed: 1,
    openFindings: 3,
    leaving: 0,
    known: 1,
    basis: { from: '2026-10-22T00:00:00.000Z', scans: 12 },
    pullRequests: nothing,
    ...said,
  }
}

const numbers = (said: Partial<Impact> = {}) =>
  impactNumbers(impact(said)).map(({ label, count }) => `${label}: ${count ?? 'unknown'}`)

describe('the impact of a change', () => {
  test('labels each number, and leaves out pull requests that nothing happens to', () => {
    expect(numbers({ pullRequests: { ...nothing, blocked: 1, commented: 1200 } })).toEqual([
      'Open findings: 3',
      'Pull requests newly blocked: 1',
      'Pull requests newly commented on: 1200',
    ])
    expect(numbers({ leaving: 2, pullRequests: { ...nothing, noLongerBlocked: 2 } })).toEqual([
      'Open findings: 3',
      'Open findings with a less strict mode: 2',
      'Pull requests no longer blocked: 2',
    ])
  })

  test('tells none from unknown', () => {
    expect(numbers()).toEqual(['Open findings: 3', 'Pull requests affected: 0'])
    const unknown = { commented: null, blocked: null, noLongerCommented: null, noLongerBlocked: null }
    const said = impact({ known: 0, pullRequests: { ...unknown, examples: [] } })
    expect(impactNumbers(said).at(-1)).toMatchObject({ label: 'Pull requests affected', count: null })
    expect(impactNotes(said, 1).unknown).toMatch(/^The rule reported nothing in the last 30 days/)
    expect(impactNotes(impact({ rules: 5, known: 3 }), 5).unknown).toMatch(/^2 rules reported nothing/)
  })

  test('says that a stricter policy leaves everything as it is', () => {
    const same = impact({ rules: 0, known: 0 })
    expect(impactNotes(same, 2).unchanged).toMatch(/^No effect: the rules already have this mode/)
    expect(impactNumbers(same)).toHaveLength(1)
    expect(impactNotes(impact(), 2).unchanged).toBe(
      '1 of 2 rules would change in this policy; the others already have this mode. The effective mode would change for 1 of them.',
    )
    expect(impactNotes(impact({ rules: 118, changed: 213 }), 213).unchanged).toBe(
      '213 of 213 rules would change in this policy. The effective mode would change for 118 of them; for the others another policy decides.',
    )
    expect(impactNotes(impact(), 1)).toEqual({})
  })
})
