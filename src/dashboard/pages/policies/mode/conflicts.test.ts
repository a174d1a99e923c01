import { describe, expect, test } from 'vitest'
import { ApiError, type ErrorKind } from '#api/http/errors.ts'
import { choicesAfter, currentIn, currentModesIn, errorText } from './conflicts.ts'

const error = (kind: ErrorKind, members: Record<string, unknown>, details: string[] = []) =>
  new ApiError({
    kind,
    status: 0,
    title: 'Refused',
    detail: 'Nothing was changed.',
    members,
    faults: details.map((detail) => ({ parameter: '', detail })),
  })

describe('what others changed meanwhile', () => {
  test('is read from the 412 of a rule and the 409 of several', () => {
    const current = {
      path: 'rules.a',
      policyMode: 'MODE_BLOCK',
      lastChangeBy: 'Ida',
      lastChangeAt: '2026-11-21T10:00:00.000Z',
    }
    const theirs = { rulePath: 'rules.a', mode: 'MODE_BLOCK', by: 'Ida', at: '2026-11-21T10:00:00.000Z' }
    expect(currentModesIn(error('conflict', { current }))).toEqual([theirs])
    expect(currentIn(error('conflict', { current }))).toEqual(current)
    const { mode: policyMode, ...rest } = theirs
    expect(currentModesIn(error('conflict', { conflicts: [{ ...rest, policyMode }, 'broken', {}] }))).toEqual(
      [theirs],
    )
  })

  test('is nothing in another error, whatever it says', () => {
    expect(currentModesIn(error('missing', { conflicts: [{ rulePath: 'rules.a' }] }))).toEqual([])
    expect(currentModesIn(new Error('broken'))).toEqual([])
    expect(currentIn(error('conflict', {}))).toBeUndefined()
  })
})

describe('after a choice between two people', () => {
  const theirs = [{ rulePath: 'rules.a', mode: 'MODE_BLOCK', by: 'Ida', at: undefined }]
  const wanted = [
    { rulePath: 'rules.a', policyMode: 'MODE_MONITOR', expectedMode: 'MODE_COMMENT' },
    { rulePath: 'rules.b', policyMode: 'MODE_MONITOR', expectedMode: 'MODE_COMMENT' },
  ] as const

  test('one’s own modes are set whatever they were seen with', () => {
    expect(choicesAfter({ wanted, theirs }, true)).toEqual([
      { rulePath: 'rules.a', policyMode: 'MODE_MONITOR' },
      { rulePath: 'rules.b', policyMode: 'MODE_MONITOR' },
    ])
  })

  test('those of others stay, and only what they left alone is set', () => {
    expect(choicesAfter({ wanted, theirs }, false)).toEqual([wanted[1]])
  })
})

test('a refusal names the first rules and counts the rest', () => {
  const named = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name} is no rule of this policy`)
  expect(errorText(error('missing', {}, named))).toBe(
    'Nothing was changed. a is no rule of this policy; b is no rule of this policy; c is no rule of this policy; and 2 more',
  )
})
