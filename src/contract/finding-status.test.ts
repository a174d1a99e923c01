import { describe, expect, it } from 'vitest'
import { deriveStatus } from './finding-status.ts'
import { triageStates } from './vocabulary.ts'

describe('the status of a finding', () => {
  it.each([
    ['untriaged', 'open'],
    ['reopened', 'open'],
    ['ignored', 'ignored'],
    ['reviewing', 'reviewing'],
    ['fixing', 'fixing'],
  ])('is what people decided while it is unresolved: %s gives %s', (triage, status) => {
    expect(deriveStatus('unresolved', triage)).toBe(status)
  })

  it.each(triageStates)(
    'stays fixed or ignored where a scan says so, whatever people decide: %s',
    (triage) => {
      expect(deriveStatus('fixed', triage)).toBe('fixed')
      expect(deriveStatus('muted', triage)).toBe('ignored')
    },
  )

  it('is open for a word of another service that is not known', () => {
    expect(deriveStatus('unresolved', 'triaged_by_robot')).toBe('open')
    expect(deriveStatus(null, undefined)).toBe('open')
  })
})
