import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionWords } from './action-words.ts'
import { type AuditEvent, moreOf, targetOf } from './event-words.ts'

const event = (action: string, target: string | null, detail: unknown = null): AuditEvent => ({
  id: '1',
  at: '2026-06-15T12:00:00.000Z',
  actor: 'Ann',
  action,
  target,
  detail,
})

describe('an event in words', () => {
  it.each([
    ['findings.triaged', { count: 3, to: 'ignored', reason: 'no_time' }, '3 findings: ignored, no time'],
    ['job.done', { done: 1200, total: 1200 }, '1,200 findings'],
    [
      'policy.changed',
      { count: 1, changes: [{ rulePath: 'go.a', from: 'MODE_MONITOR', to: 'MODE_BLOCK' }], note: 'noisy' },
      'go.a: Monitor → Block · “noisy”',
    ],
    ['policy.mode.set', { from: 'MODE_MONITOR', to: 'MODE_BLOCK' }, 'Monitor → Block'],
    ['policy.changed', { count: 200, changes: [] }, '200 rules'],
    ['project.tagged', { added: ['a'], removed: ['b'] }, '+ a, − b'],
    ['token.changed', { webApiEnabled: false }, 'Web API access off'],
    ['token.changed', { name: { from: 'a', to: 'b' } }, 'renamed to b'],
    [
      'scan.imported',
      { ref: 'refs/heads/main', new: 1, fixed: 2 },
      'refs/heads/main, 1 new finding, 2 fixed',
    ],
    ['team.joined', { x: 1 }, ''],
  ])('%s with %j says %s', (action, detail, words) => {
    expect(moreOf(event(action, 't', detail))).toBe(words)
  })

  it('leads to what it was done to, where that has a page', () => {
    expect(targetOf('acme', event('project.tagged', 'a/b'))?.to).toBe('/d/acme/projects/a/b')
    expect(targetOf('acme', event('project.deleted', 'a/b'))).toEqual({ words: 'a/b', to: undefined })
    expect(targetOf('acme', event('scan.imported', 'a/b', { scanId: 7 }))?.to).toBe('/d/acme/scans/7')
    expect(targetOf('acme', event('policy.changed', 'code', { policyId: '3' }))?.to).toBe(
      '/d/acme/policies/3',
    )
    expect(targetOf('acme', event('findings.triaged', '12'))).toBeUndefined()
    expect(targetOf('acme', event('findings.triaged', 'acme/shop', { scanId: 7, file: 'ab12' }))).toEqual(
      targetOf('acme', event('scan.imported', 'acme/shop', { scanId: 7 })),
    )
    expect(targetOf('acme', event('settings.changed', 'ticketUrlTemplate'))?.words).toBe('Ticket address')
  })

  it('spells out what is not known', () => {
    expect(actionWords('token.made')).toBe('Token made')
    expect(actionWords('team.member_added')).toBe('Team member added')
    expect(actionWords('')).toBe('')
  })

  it('never breaks, whatever an older service wrote', () => {
    const actions = fc.constantFrom('policy.changed', 'token.changed', 'scan.imported', 'project.tagged', 'x')
    fc.assert(
      fc.property(actions, fc.jsonValue(), fc.option(fc.string()), (action, detail, target) => {
        const one = event(action, target, detail)
        expect(typeof moreOf(one)).toBe('string')
        targetOf('acme', one)
      }),
    )
  })
})
