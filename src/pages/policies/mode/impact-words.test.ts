import { describe, expect, test } from 'vitest'
import type { Impact } from '#contract/answers/policies.ts'
import { impactWords } from './impact-words.ts'

const nothing = { commented: 0, blocked: 0, noLongerCommented: 0, noLongerBlocked: 0, examples: [] }

function impact(said: Partial<Impact> = {}): Impact {
  return {
    rules: 1,
    openFindings: 3,
    leaving: 0,
    known: 1,
    basis: { from: '2026-10-22T00:00:00.000Z', scans: 12 },
    pullRequests: nothing,
    ...said,
  }
}

describe('what a change would touch', () => {
  test('says what would have become of pull requests', () => {
    const words = impactWords(impact({ pullRequests: { ...nothing, blocked: 1, commented: 1200 } }), 1)
    expect(words.pullRequests).toBe('It would have blocked 1 pull request and commented on 1,200.')
    expect(words.rules).toBeUndefined()
    expect(words.unknown).toBeUndefined()
  })

  test('says what would no longer have been done', () => {
    const words = impactWords(
      impact({ pullRequests: { ...nothing, noLongerBlocked: 2, noLongerCommented: 3 } }),
      1,
    )
    expect(words.pullRequests).toBe('It would not have blocked 2 pull requests, nor commented on 3.')
  })

  test('tells nothing from not known', () => {
    expect(impactWords(impact(), 1).pullRequests).toBe('It would have touched no pull request.')
    const unknown = { commented: null, blocked: null, noLongerCommented: null, noLongerBlocked: null }
    const words = impactWords(impact({ known: 0, pullRequests: { ...unknown, examples: [] } }), 1)
    expect(words.pullRequests).toBe('What it would have done to pull requests is not known.')
    expect(words.unknown).toBe('The rule found nothing in that time: whether it ran is not known.')
  })

  test('says how many of several rules are not known to have run', () => {
    expect(impactWords(impact({ rules: 5, known: 3 }), 5).unknown).toBe(
      '2 rules of these found nothing in that time: whether they ran is not known.',
    )
  })

  test('says that a stricter policy leaves everything as it is', () => {
    const words = impactWords(impact({ rules: 0, known: 0, openFindings: 0 }), 2)
    expect(words.rules).toMatch(/^Nothing would act otherwise/)
    expect(words.pullRequests).toBe('')
    expect(impactWords(impact({ rules: 1 }), 2).rules).toMatch(/^1 of 2 rules would act otherwise/)
  })
})
