import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Job, TriagePreview } from '#contract/responses/triage.ts'
import { newTriageStates, triageReasons } from '#contract/vocabulary.ts'
import {
  jobText,
  previewSentence,
  progressText,
  savedSentence,
  savedText,
  selectionLabel,
  skippedText,
  triagedDetail,
  unchangedLabels,
} from './job-labels.ts'

const count = fc.integer({ min: 0, max: 100_000 })
const preview = fc.record({ count, unchanged: count, since: count, removed: count, other: count }).map(
  ({ count, unchanged, since, removed, other }): TriagePreview => ({
    count,
    along: 0,
    projects: [{ name: 'acme/shop', count }],
    skipped: [
      { code: 'unchanged', reason: '', count: unchanged },
      { code: 'triaged_since', reason: '', count: since },
      { code: 'removed', reason: '', count: removed },
      { code: null, reason: 'Its project is archived.', count: other },
    ].filter((one) => one.count > 0),
  }),
)
const decision = fc.oneof(
  fc.record({ state: fc.constantFrom(...newTriageStates) }),
  fc.record({ state: fc.constant('ignored' as const), reason: fc.constantFrom(...triageReasons) }),
  fc.constant({ note: 'Later' }),
)
const numbers = (text: string) =>
  [...text.matchAll(/\d[\d,]*/g)].map(([one]) => Number(one.replaceAll(',', '')))
const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)

const bulk: Job = {
  ...{ done: 0, total: 0, skipped: [] },
  ...{ id: '1', kind: 'triage', undoes: null, state: 'done', error: null, result: null, by: 'Ann' },
  ...{ at: '2026-01-01T00:00:00Z', finished_at: '2026-01-01T00:01:00Z', undo_until: null, undone_at: null },
  ...{
    issue_type: 'sast',
    to_state: 'ignored',
    reason: 'false_positive',
    note: 'Tests',
    ignored_until: null,
  },
}

describe('what a bulk triage would change', () => {
  it('adds up: those that change and the reasons of the others are all that are selected', () => {
    fc.assert(
      fc.property(decision, preview, (decided, shown) => {
        const why = unchangedLabels(decided, shown.skipped).map((label) => numbers(label)[0] ?? 0)
        const total = shown.count + sum(why)
        const sentence = numbers(previewSentence(decided, shown))
        if (shown.count === 0) expect(sentence).toEqual(total === 0 ? [] : [total])
        else expect(sentence).toEqual(shown.skipped.length > 0 ? [shown.count, total] : [total])
        const label = selectionLabel(decided, shown)
        if (shown.skipped.length === 0) expect(label).toBeUndefined()
        else if (shown.count > 0) expect(numbers(label ?? '')).toEqual([shown.count, total, ...why])
      }),
    )
  })

  it('adds up at its end: what was done, what was requested and why others were left are all that were selected', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), preview, (ignored, requested, { skipped }) => {
        fc.pre(ignored + requested > 0)
        const done = ignored + requested
        const ignoring = { state: 'ignored', reason: 'false_positive' } as const
        const ended = {
          ...bulk,
          done,
          total: done + sum(skipped.map((one) => one.count)),
          skipped,
          requested,
        }
        const parts = ignored > 0 && requested > 0 ? [ignored, requested] : [done]
        expect(numbers(progressText(ended))).toEqual(parts)
        expect(sum([...parts, ...skippedText(ended).map((line) => numbers(line)[0] ?? 0)])).toBe(ended.total)
        expect(jobText(ended)).toBe(ignored > 0 ? 'Ignored as false positive' : 'Ignore requested')
        const saved = savedSentence(ignoring, done, requested)
        expect(numbers(saved)).toEqual(done === 1 && ignored === 1 ? [] : parts)
        expect(saved.startsWith('Ignore requested')).toBe(ignored === 0)
        expect(/ignore requested/i.test(savedText(ignoring, { triaged: ignored, requested }))).toBe(
          requested > 0,
        )
      }),
    )
  })

  it('names the reason', () => {
    const shown: TriagePreview = {
      count: 35,
      along: 0,
      projects: [],
      skipped: [
        { code: 'unchanged', reason: '', count: 12 },
        { code: 'triaged_since', reason: '', count: 2 },
        { code: 'removed', reason: '', count: 1 },
      ],
    }
    expect(selectionLabel({ state: 'ignored', reason: 'false_positive' }, shown)).toBe(
      '35 of 50 will change: 12 are already ignored as false positive, 2 were triaged by someone else since the list loaded and 1 no longer exists.',
    )
    expect(triagedDetail({ state: 'fixing' }, { decided: 35, unchanged: 15, along: 1 })).toBe(
      '15 of 50 were already fixing. Also on 1 other branch.',
    )
  })
})

it('a job of owners tells how many findings got another one, not how many it looked at', () => {
  const job: Job = {
    ...{
      id: '1',
      kind: 'owners',
      undoes: null,
      state: 'done',
      done: 6045,
      total: 6045,
      skipped: [],
      error: null,
    },
    ...{ result: null, by: 'Ana', at: '2026-11-30T08:00:00.000Z', finished_at: '2026-11-30T08:00:09.000Z' },
    ...{ undo_until: null, undone_at: null, issue_type: 'sast', to_state: null, reason: null, note: null },
    ...{ ignored_until: null, assigned: 547 },
  }
  expect(progressText(job)).toBe('547 findings got another owner, on all branches')
  expect(progressText({ ...job, state: 'running', done: 1000 })).toBe('1,000 of 6,045 findings')
})
