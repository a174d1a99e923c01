import { expect, it } from 'vitest'
import { flowKinds } from '../overview-vocabulary.ts'
import { parseFlow, writeFlow } from './flow-filter.ts'

it('reads what it writes, of each kind and of all', () => {
  for (const kinds of [...flowKinds.map((kind) => [kind]), flowKinds]) {
    const text = writeFlow(kinds, '1970-01-02', '2026-11-30')
    const days = { from: 1, until: Date.UTC(2026, 10, 30) / 86_400_000 }
    expect(parseFlow(text)).toEqual({ kinds, severities: [], ...days })
  }
})

it('reads severities of what was in the backlog before and after the days', () => {
  const text = writeFlow(['added', 'gone'], '1970-01-02', '1970-01-03', ['high', 'low'])
  expect(text).toBe('added,gone:1970-01-02..1970-01-03:high,low')
  expect(parseFlow(text)).toEqual({
    kinds: ['added', 'gone'],
    severities: ['high', 'low'],
    from: 1,
    until: 2,
  })
})

it.each([
  '',
  'fixed',
  ':2026-01-01..2026-01-02',
  'lost:2026-01-01..2026-01-02',
  'fixed:2026-01-01..2026-01-02:high',
  'gone:2026-01-01..2026-01-02:severe',
  'gone:2026-01-01..2026-01-02:',
  'fixed,:2026-01-01..2026-01-02',
  'fixed:2026-01-01',
  'fixed:2026-13-01..2026-14-01',
  'fixed:2026-01-02..2026-01-01',
  'fixed:2026-01-01..2026-01-02..2026-01-03',
  'fixed:2026-01-01..2026-01-02 ',
])('refuses %j', (text) => expect(parseFlow(text)).toBeNull())
