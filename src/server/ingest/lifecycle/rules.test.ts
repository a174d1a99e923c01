import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { states, triageStates } from '#server/db/codes.ts'
import { whenReported } from './rules.ts'

const standing = fc.record({
  state: fc.constantFrom(...states),
  triage: fc.constantFrom(...triageStates),
})

describe('a finding that is reported', () => {
  test('stands as the scanner says, and reporting it once more changes nothing', () => {
    fc.assert(
      fc.property(standing, fc.boolean(), (before, suppressed) => {
        const once = whenReported(before, suppressed)
        expect(once.state).toBe(suppressed ? 'muted' : 'unresolved')
        const twice = whenReported(once, suppressed)
        expect(twice).toEqual({ state: once.state, triage: once.triage, cameBack: false, event: null })
      }),
    )
  })

  test('keeps what people decided, unless they were still at it when it went', () => {
    fc.assert(
      fc.property(standing, fc.boolean(), (before, suppressed) => {
        const { triage, cameBack } = whenReported(before, suppressed)
        const reopened = cameBack && ['reviewing', 'fixing'].includes(before.triage)
        expect(triage).toBe(reopened ? 'reopened' : before.triage)
      }),
    )
  })
})
