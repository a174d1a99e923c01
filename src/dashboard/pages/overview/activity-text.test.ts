import { describe, expect, it } from 'vitest'
import type { ActivityAnswer } from '#contract/responses/overview.ts'
import { thingOf, verbOf } from './activity-text.ts'

type Entry = ActivityAnswer['entries'][number]

/** A decision of Ann's on three code findings. */
const decision: Entry = {
  id: 'event.1',
  at: '2026-11-28T12:00:00.000Z',
  who: 'Ann',
  kind: 'triaged',
  count: 3,
  issue_type: 'sast',
  finding: { id: 7, title: 'SQL injection' },
  state: null,
  target: null,
  policy_id: null,
  scan_id: null,
  pull_request: null,
}

function sentence(different: Partial<Entry>): string {
  const entry = { ...decision, ...different }
  const { text, after } = thingOf('acme', entry)
  return [entry.who, verbOf(entry), text, after].filter(Boolean).join(' ')
}

describe('the recent activity', () => {
  it.each([
    [{ state: 'ignored' }, 'Ann ignored SQL injection and 2 more findings'],
    [{ state: 'untriaged' }, 'Ann reopened SQL injection and 2 more findings'],
    [{ state: 'reopened' }, 'Ann reopened SQL injection and 2 more findings'],
    [{}, 'Ann updated SQL injection and 2 more findings'],
    [{ kind: 'assigned', target: 'person:Bob', count: 1 }, 'Ann assigned SQL injection to Bob'],
    [
      { kind: 'assigned', target: '@acme/shop' },
      'Ann assigned SQL injection and 2 more findings to @acme/shop',
    ],
    [{ kind: 'assigned', target: 'person:Bob', finding: null }, 'Ann assigned 3 findings to Bob'],
    [{ kind: 'assigned' }, 'Ann unassigned SQL injection and 2 more findings'],
  ] as const)('tells %j as "%s"', (different, expected) => {
    expect(sentence(different)).toBe(expected)
  })
})
