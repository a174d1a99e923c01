import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { states, triageStates } from '#server/db/codes.ts'
import { stateWhenReported } from './transitions.ts'

const state = fc.record({
  state: fc.constantFrom(...states),
  triage: fc.constantFrom(...triageStates),
})

describe('a finding that is reported', () => {
  test('has the state that the scanner reports, and reporting it once more changes nothing', () => {
    fc.assert(
      fc.property(state, fc.boolean(), (before, suppressed) => {
        const once = stateWhenReported(before, suppressed)
        expect(once.state).toBe(suppressed ? 'muted' : 'unresolved')
        const twice = stateWhenReported(once, suppressed)
        expect(twice).toEqual({ state: once.state, triage: once.triage, isReopened: false, event: null })
      }),
    )
  })

  test('keeps what people decided, unless they were still at it when it was fixed', () => {
    fc.assert(
      fc.property(state, fc.boolean(), (before, suppressed) => {
        const { triage } = stateWhenReported(before, suppressed)
        const reopened = before.state === 'fixed' && ['reviewing', 'fixing'].includes(before.triage)
        expect(triage).toBe(reopened ? 'reopened' : before.triage)
      }),
    )
  })
})
