import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newTriageStates } from '#contract/vocabulary.ts'
import { withDecision } from './decision.ts'
import { createPendingDecisions, triageOf } from './pending-decisions.ts'

const row = { state: 'unresolved', status: 'open', triage_state: 'untriaged', triage_reason: null }
const at = new Date('2026-11-21T08:00:00.000Z')

describe('decisions that are not answered yet', () => {
  it('shows the newest, and what stood before where it is refused', () => {
    const pending = createPendingDecisions()
    const { token, shown } = pending.add(1, row, { state: 'ignored' }, at)
    expect(shown.status).toBe('ignored')
    expect(pending.settle(1, token, false)).toEqual(triageOf(row))
    expect(pending.has(1)).toBe(false)
  })

  it('keeps a later decision when the one before is refused, and drops to the service when both are', () => {
    const pending = createPendingDecisions()
    const first = pending.add(1, row, { state: 'ignored', reason: 'no_time' }, at)
    const second = pending.add(1, row, { state: 'fixing' }, at)
    expect(pending.settle(1, first.token, false)?.status).toBe('fixing')
    expect(pending.settle(1, second.token, false)?.status).toBe('open')
  })

  it('ends as the accepted decisions alone would have, in any case', () => {
    const step = fc.record({ state: fc.constantFrom(...newTriageStates), accepted: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const pending = createPendingDecisions()
        const tokens = steps.map(({ state }) => pending.add(1, row, { state }, at).token)
        const ends = steps.map(({ accepted }, index) => {
          const token = tokens[index]
          return token && pending.settle(1, token, accepted)
        })
        const expected = steps
          .filter(({ accepted }) => accepted)
          .reduce((before, { state }) => withDecision(before, { state }, at), triageOf(row))
        expect(ends.at(-1)).toEqual(expected)
      }),
    )
  })

  it('settles each decision once', () => {
    const pending = createPendingDecisions()
    const { token } = pending.add(1, row, { state: 'fixing' }, at)
    pending.settle(1, token, true)
    expect(pending.settle(1, token, false)).toBeUndefined()
  })
})
