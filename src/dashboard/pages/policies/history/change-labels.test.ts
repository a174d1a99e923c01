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

test('a change of rules says how many were added and removed', () => {
  const rules = { ...change([['MONITOR', 'BLOCK']]), kind: 'rules' as const }
  const added = { rulePath: 'a', from: null, to: 'MODE_BLOCK' as const }
  const removed = { rulePath: 'b', from: 'MODE_BLOCK' as const, to: null }
  expect(changeText({ ...rules, count: 3, changes: [added, { ...added, rulePath: 'c' }, removed] })).toBe(
    '2 added, 1 removed',
  )
})

test('a change that only adds or removes rules says so after their number', () => {
  const rules = { ...change([]), kind: 'rules' as const, count: 1 }
  const added = { rulePath: 'a', from: null, to: 'MODE_BLOCK' as const }
  expect(changeText({ ...rules, changes: [added] })).toBe('added to the policy')
  expect(changeText({ ...rules, changes: [{ ...added, from: 'MODE_BLOCK', to: null }] })).toBe(
    'removed from the policy',
  )
})

test('a change without rules says what it is about', () => {
  const none = change([])
  const scope = { all: false, chosen: true, projects: ['shop'], tags: ['pci'] }
  expect(changeText({ ...none, kind: 'created' })).toBe('created the policy')
  expect(
    changeText({
      ...none,
      kind: 'changed',
      name: { from: 'A', to: 'B' },
      appliesTo: { from: { ...scope, all: true }, to: scope },
    }),
  ).toBe('renamed from A to B, All projects → tag pci, shop')
  expect(changeText({ ...none, kind: 'tags', projects: ['shop'] })).toContain('tags of shop')
})

test('a batch that is spelled out in part counts no part of it', () => {
  const pairs = [
    ['MONITOR', 'BLOCK'],
    ['COMMENT', 'BLOCK'],
  ] as const
  expect(changeText(change(pairs, 200))).toBe('to Block')
})
