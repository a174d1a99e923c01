import { expect, it } from 'vitest'
import { draftOf, periodsOf } from './draft.ts'
import { periodLabel, warningText } from './labels.ts'

const periods = { scans: 90, history: 100, exports: null, audit: 3650 }

it('gives back the periods that it was made of, offered or not', () => {
  expect(periodsOf(draftOf(periods))).toEqual(periods)
})

it.each(['', '29', '3651', '30.5', '1e2', '-40', 'a year'])('takes %o for no number of days', (text) => {
  expect(periodsOf({ ...draftOf(periods), audit: { isCustom: true, text } })).toBeUndefined()
})

it('says what would be deleted, and nothing if that is nothing', () => {
  expect(warningText({ scans: 1, history: 1200, exports: 0, audit: 0 })).toContain(
    '1 scan and 1,200 history events will be deleted',
  )
  expect(warningText({ scans: 0, history: 0, exports: 0, audit: 0 })).toBeUndefined()
  expect([90, 365, 730].map(periodLabel)).toEqual(['90 days', '1 year', '2 years'])
})
