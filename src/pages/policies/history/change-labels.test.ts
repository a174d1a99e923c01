import { expect, test } from 'vitest'
import type { ModeChange } from '#contract/responses/policies.ts'
import { changeText } from './change-labels.ts'

const change = (pairs: readonly (readonly [string, string])[], count = pairs.length): ModeChange => ({
  id: '1',
  at: '2026-11-21T10:00:00.000Z',
  by: 'Ada',
  count,
  changes: pairs.map(([from, to], at) => ({
    rulePath: `rules.${at}`,
    from: `MODE_${from}`,
    to: `MODE_${to}`,
  })),
})

test('a change of one rule says from which mode to which', () => {
  expect(changeText(change([['MONITOR', 'BLOCK']]))).toBe('Monitor → Block')
})

test('a batch out of several modes counts each', () => {
  const pairs = [
    ['MONITOR', 'BLOCK'],
    ['COMMENT', 'BLOCK'],
    ['MONITOR', 'BLOCK'],
  ] as const
  expect(changeText(change(pairs))).toBe('Monitor → Block (2 rules), Comment → Block (1 rule)')
})

test('a batch that is spelled out in part counts no part of it', () => {
  const pairs = [
    ['MONITOR', 'BLOCK'],
    ['COMMENT', 'BLOCK'],
  ] as const
  expect(changeText(change(pairs, 200))).toBe('to Block')
})
