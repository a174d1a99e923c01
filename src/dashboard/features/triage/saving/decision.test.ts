import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newTriageStates, triageReasons } from '#contract/vocabulary.ts'
import { savedEnd, untilText } from '../end-text.ts'
import { lastDayOf } from '../form/end.ts'
import { type Decision, triageRequest, withDecision, wouldChange } from './decision.ts'

const at = new Date('2026-11-21T08:00:00.000Z')
const open = {
  id: 7,
  state: 'unresolved',
  status: 'open',
  triage_state: 'untriaged',
  triage_reason: null,
  triage_comment: 'older',
}

describe('a decision, shown before the service answers', () => {
  it('ignores with the reason and the note', () => {
    const row = withDecision(open, { state: 'ignored', reason: 'false_positive', note: ' generated ' }, at)
    expect(row).toMatchObject({
      id: 7,
      status: 'ignored',
      triage_state: 'ignored',
      triage_reason: 'false_positive',
      triage_comment: 'generated',
      triaged_at: '2026-11-21T08:00:00.000Z',
    })
  })

  it('gives the reason "no reason" where none was given', () => {
    expect(withDecision(open, { state: 'ignored' }, at).triage_reason).toBe('no_triage_reason')
  })

  it('leaves fixed findings fixed and suppressed ones ignored', () => {
    fc.assert(
      fc.property(fc.constantFrom(...newTriageStates), (state) => {
        expect(withDecision({ ...open, state: 'fixed' }, { state }, at).status).toBe('fixed')
        expect(withDecision({ ...open, state: 'muted' }, { state }, at).status).toBe('ignored')
      }),
    )
  })

  it('takes the reason away when the finding is no longer ignored', () => {
    const ignored = { ...open, status: 'ignored', triage_state: 'ignored', triage_reason: 'no_time' }
    const row = withDecision(ignored, { state: 'reopened', reason: 'no_time' }, at)
    expect(row).toMatchObject({ status: 'open', triage_state: 'reopened', triage_reason: null })
  })

  it('changes the comment alone for a note alone', () => {
    expect(withDecision(open, { note: 'seen' }, at)).toEqual({ ...open, triage_comment: 'seen' })
  })
})

describe('an end that is both a date and an event', () => {
  const saved = { ignored_until: '2026-12-31T05:00:00.000Z', ignore_ends: 'code_changed' }
  const ignored = { ...open, ...saved, triage_state: 'ignored', triage_reason: 'no_time' }
  const decision: Decision = { state: 'ignored', reason: 'no_time', until: savedEnd(saved) }

  it('is kept whole by a form that does not change it', () => {
    expect(lastDayOf(decision.until)).toBe(decision.until)
    expect(wouldChange(ignored, decision)).toBe(false)
    expect(wouldChange(ignored, { ...decision, until: 'code_changed' })).toBe(true)
    expect(withDecision(ignored, decision, at)).toMatchObject(saved)
    expect(triageRequest('sast', [7], decision)).toMatchObject({
      new_ignored_until: saved.ignored_until,
      new_ignore_ends: 'code_changed',
    })
  })

  it('is named with both', () => {
    const text = 'until 31 Dec 2026 or until the code changes'
    expect(untilText(saved.ignored_until, saved.ignore_ends)).toBe(text)
    expect(untilText(decision.until)).toBe(text)
    expect(untilText('code_changed')).toBe('until the code changes')
    expect(untilText(undefined, 'fix_available')).toBe('until a fix is available')
    expect(untilText('2026-12-31')).toBe('until 31 Dec 2026')
    expect(untilText(null, null)).toBe('')
  })
})

describe('whether a decision changes anything', () => {
  it('does not where the state stands already', () => {
    expect(wouldChange(open, { state: 'reopened' })).toBe(false)
    const ignored = { triage_state: 'ignored', triage_reason: 'no_time' }
    expect(wouldChange(ignored, { state: 'ignored', reason: 'no_time' })).toBe(false)
    expect(wouldChange(ignored, { state: 'ignored', reason: 'false_positive' })).toBe(true)
  })

  it('does for a note, but not for an empty one or the one that stands', () => {
    expect(wouldChange(open, { note: 'x' })).toBe(true)
    expect(wouldChange(open, { note: '  ' })).toBe(false)
    expect(wouldChange(open, { note: 'older' })).toBe(false)
  })
})

describe('the request', () => {
  it('carries a reason with ignoring, and with nothing else', () => {
    const decision = fc.record({
      state: fc.constantFrom(...newTriageStates),
      reason: fc.constantFrom(...triageReasons, undefined),
      note: fc.string(),
    })
    fc.assert(
      fc.property(decision, (given) => {
        const body = triageRequest('sast', [1], given)
        expect(body.new_triage_reason !== undefined).toBe(given.state === 'ignored')
        expect(body.new_note).toBe(given.note.trim() || undefined)
      }),
    )
  })

  it('names the findings, their type and the instant they were seen at', () => {
    expect(triageRequest('sca', [3, 4], { state: 'fixing' }, '2026-11-21T08:00:00.000Z')).toEqual({
      issue_type: 'sca',
      issue_ids: [3, 4],
      new_triage_state: 'fixing',
      seen_at: '2026-11-21T08:00:00.000Z',
    })
  })
})
