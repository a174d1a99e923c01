import { describe, expect, it } from 'vitest'
import type { FindingMatch } from '#contract/responses/matches.ts'
import { doubtText, isOtherTriaged, openOffers, otherTriageText } from './match-offers.ts'

const other = {
  id: 12,
  ref: 'refs/heads/main',
  status: 'ignored',
  path: 'app/orders.py',
  line: 30,
  triage_state: 'ignored',
  triage_reason: 'false_positive',
  note: null,
  by: 'Ada',
}
const offer: FindingMatch = {
  id: '3',
  kind: 'candidate',
  basis: 'identical',
  state: 'open',
  at: '2026-11-18T08:00:00.000Z',
  scan_id: 7,
  other,
  from: null,
  resolvable: true,
}

describe('the findings that one may be', () => {
  it('are those that nobody resolved', () => {
    const matches: FindingMatch[] = [
      offer,
      { ...offer, state: 'rejected' },
      { ...offer, kind: 'match' },
      { ...offer, resolvable: false },
      { ...offer, other: null },
    ]
    expect(openOffers(matches)).toEqual([offer])
  })

  it('make it uncertain only where something was decided', () => {
    expect(isOtherTriaged(offer)).toBe(true)
    expect(isOtherTriaged({ ...offer, other: { ...other, triage_state: 'untriaged' } })).toBe(false)
  })

  it('say who decided what', () => {
    expect(otherTriageText(other)).toBe('ignored as false positive by Ada')
    expect(otherTriageText({ ...other, triage_reason: 'no_triage_reason', by: null })).toBe('ignored')
    expect(otherTriageText({ ...other, triage_state: 'fixing' })).toBe('marked as fixing by Ada')
    expect(otherTriageText({ ...other, triage_state: 'untriaged', by: null })).toBe('not triaged')
  })

  it('say why it is not certain', () => {
    expect(doubtText('identical', other, 1)).toBe(
      '1 of 2 identical matches was ignored here, and it is unclear which one this is.',
    )
    expect(doubtText('identical', other, 2)).toBe(
      '2 of 3 identical matches were ignored here, and it is unclear which one this is.',
    )
    expect(doubtText('changed', other, 0)).toBe('The code changed too much to be sure.')
    expect(doubtText('unheard_of', other, 0)).toBe('The scan does not show whether they are the same.')
  })
})
