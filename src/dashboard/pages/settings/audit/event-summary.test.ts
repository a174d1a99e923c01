import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { summaryOf, targetOf } from './event-summary.ts'
import type { AuditEvent } from './event-values.ts'
import { actionLabel } from './labels.ts'
import { partsOf } from './parts-of-event.ts'

const event = (action: string, target: string | null, detail: unknown = null): AuditEvent => ({
  id: '1',
  at: '2026-06-15T12:00:00.000Z',
  actor: 'Ann',
  action,
  target,
  detail,
})

const triaged = {
  issue_type: 'sca',
  count: 1,
  flaws: 1,
  finding: {
    id: 7,
    title: 'Prototype pollution',
    rule: 'npm.lodash',
    project: 'a/b',
    package: 'lodash 4.17.20',
  },
  from: 'untriaged',
  to: 'ignored',
  reason: 'false_positive',
  note: 'Tests only',
}

describe('an event in words', () => {
  it.each([
    ['findings.triaged', { count: 3, to: 'ignored', reason: 'no_time' }, '3 findings · Ignored (no time)'],
    ['findings.triaged', triaged, 'Open → Ignored (false positive) · “Tests only”'],
    [
      'findings.triaged',
      { ...triaged, count: 8, note: null },
      'Open → Ignored (false positive) · on 8 branches',
    ],
    ['findings.triaged', { ...triaged, to: null, reason: null }, 'Note added · “Tests only”'],
    ['findings.triaged', { ...triaged, to: null, note: null, owner: 'person:Bob' }, 'Assigned to Bob'],
    ['findings.triaged', { count: 2, from: 'untriaged', owner: null }, '2 findings · Unassigned'],
    [
      'findings.triaged',
      { count: 2, from: 'ignored', to: 'reopened', reason: null, note: null, ignore_ends: 'fix_available' },
      '2 findings · Ignored → Reopened · a fix is available',
    ],
    ['job.made', { count: 1200, to: 'fixing', note: 'Sprint 4' }, '1,200 findings · Fixing · “Sprint 4”'],
    [
      'project.renamed',
      { from: 'acme/shop', to: 'emea/shop', change: 12 },
      'formerly "acme/shop" · change 12',
    ],
    ['project.merged', { into: 'emea/shop', change: 13 }, 'emea/shop · change 13'],
    ['project.split', { into: 'acme/api', pathPrefix: 'api/', change: 14 }, 'api/ · acme/api · change 14'],
    ['job.done', { done: 1200, total: 1200 }, '1,200 findings'],
    ['job.done', { done: 12, requested: 2 }, '10 findings; ignore requested: 2 findings'],
    [
      'policy.changed',
      {
        count: 1,
        policy: 'code',
        changes: [{ rulePath: 'go.a', from: 'MODE_MONITOR', to: 'MODE_BLOCK' }],
        note: 'noisy',
      },
      'Monitor → Block · code · “noisy”',
    ],
    ['policy.changed', { count: 200, changes: [] }, '200 rules'],
    [
      'project.changed',
      {
        from: {
          primary_branch: 'refs/heads/main',
          managed_full: 0,
          gate: { protected_refs: [], failed_runs: 'fail' },
        },
        to: {
          primary_branch: 'refs/heads/trunk',
          managed_full: 1,
          gate: { protected_refs: ['refs/heads/release/*', 'refs/heads/main'], failed_runs: 'fail' },
        },
      },
      'Primary branch: main → trunk · Managed full scans: Off → On · Protected refs: none → release/*, main',
    ],
    [
      'view.changed',
      { id: '1', page: 'code', name: { from: 'A', to: 'B' }, query: { from: '', to: 'status=open' } },
      'Name: A → B · Filter: none → status=open',
    ],
    [
      'webhook.changed',
      { id: '1', host: { from: 'hooks.example', to: 'hooks.example' } },
      'Host: hooks.example → hooks.example (another path)',
    ],
    ['view.deleted', { id: '1', page: 'code', query: 'status=open' }, 'code · status=open'],
    [
      'webhook.changed',
      {
        id: '1',
        events: { from: ['finding.new'], to: ['finding.new', 'scan.failed'] },
        disabled: { from: false, to: true },
        reason: 'The receiver unsubscribed.',
      },
      'The receiver unsubscribed. · Events: finding.new → finding.new, scan.failed · Disabled: Off → On',
    ],
    ['project.tagged', { added: ['a'], removed: ['b'] }, '+ a, − b'],
    ['project.tagged', { count: 3, added: ['a'], removed: ['b'], changes: [] }, '3 projects · + a, − b'],
    ['token.changed', { webApiEnabled: false }, 'Web API access off'],
    ['token.changed', { name: { from: 'a', to: 'b' } }, 'Renamed to b'],
    [
      'scan.imported',
      { ref: 'refs/heads/main', new: 1, fixed: 2 },
      'refs/heads/main, 1 new finding, 2 fixed',
    ],
    ['token.made', { role: 'ci' }, 'Pipeline'],
    ['team.joined', { x: 1 }, ''],
    ['team.changed', { groups: ['a'], groupsAdded: ['a'], groupsRemoved: ['b'] }, '+ a, − b'],
    ['team.created', { members: ['Ann'], handles: ['@a'], groups: [] }, 'Ann, @a'],
    ['team.deleted', { members: [], membersRemoved: ['Ann'] }, '− Ann'],
    ['owner.mapped', { from: 'person:Ann', to: 'team:Shop' }, 'Ann → Shop'],
    ['owner_rules.changed', { kind: 'tag', from: null, to: 'team:Shop' }, 'tag · nobody → Shop'],
    ['owners.assigned', { count: 3 }, '3 findings'],
    ['project.codeowners_set', { uploaded: true, from: 0, to: 12, count: 12 }, '0 → 12 lines'],
    ['project.change_undone', { kind: 'merge', change: 13 }, 'merge · change 13'],
    ['project.name_reused', { formerNameOf: 'a/c' }, 'was a former name of "a/c"'],
    ['rule.renamed', { from: 'go.old', to: 'go.a', project: 'a/b' }, 'formerly "go.old" · a/b'],
    ['branch.deleted', { ref: 'refs/heads/old', findings: 12 }, 'old · 12 findings'],
    ['source.retired', { tool: 'Semgrep', category: 'web', findings: 2 }, 'Semgrep · web · 2 findings'],
    ['vex.imported', { document: 'vex-1', author: 'Acme', statements: 2 }, 'vex-1 · Acme · 2 statements'],
    ['finding.match_confirmed', { other: 9 }, 'Finding 9'],
    [
      'scan.accepted',
      { ref: 'refs/heads/main', new: 0, fixed: 9 },
      'refs/heads/main, 0 new findings, 9 fixed',
    ],
    ['token.revoked', { id: '3', reason: 'person disabled' }, 'person disabled'],
    ['session.refused', { reason: 'unknown code', count: 2 }, 'unknown code · 2 attempts'],
    [
      'settings.changed',
      { from: { scans: 90, audit: null }, to: { scans: 365, audit: null } },
      'Scans: 90 → 365',
    ],
    ['settings.changed', { from: null, to: { days: { critical: 7 }, tags: [] } }, 'Critical: none → 7'],
    [
      'policy.edited',
      {
        name: { from: 'A', to: 'B' },
        appliesTo: {
          from: { all: true, projects: [], tags: [] },
          to: { all: false, projects: ['a/b'], tags: ['pci'] },
        },
        note: 'audit',
      },
      'Name: A → B · Applies to: all projects → tag pci, a/b · “audit”',
    ],
    [
      'policy.created',
      { name: 'B', appliesTo: { all: false, projects: [], tags: ['pci'] }, copyOf: 'Code' },
      'tag pci · copy of Code',
    ],
    ['policy.rules', { count: 12, changes: [] }, '12 rules'],
    [
      'policy.rules',
      { count: 1, policy: 'pci', changes: [{ rulePath: 'go.a', from: null, to: 'MODE_BLOCK' }] },
      'added · Block · pci',
    ],
    ['team.member_joined', { person: 'Ann', group: 'shop' }, 'Ann, from group "shop"'],
  ])('%s with %j says %s', (action, detail, words) => {
    expect(summaryOf('acme', event(action, 't', detail))).toBe(words)
  })

  it('leads to what it was done to, where that has a page', () => {
    expect(targetOf('acme', event('project.tagged', 'a/b'))?.to).toBe('/d/acme/projects/a/b')
    expect(targetOf('acme', event('project.deleted', 'a/b'))).toEqual({ text: 'a/b', to: undefined })
    expect(targetOf('acme', event('scan.imported', 'a/b', { scanId: 7 }))?.to).toBe('/d/acme/scans/7')
    expect(targetOf('acme', event('policy.changed', 'code', { policyId: '3' }))?.to).toBe(
      '/d/acme/policies/3',
    )
    const change = { rulePath: 'go.a', from: 'MODE_MONITOR', to: 'MODE_BLOCK' }
    expect(targetOf('acme', event('policy.changed', 'go.a', { count: 1, changes: [change] }))).toEqual({
      text: 'go.a',
      to: '/d/acme/rules/go.a',
    })
    const tagged = { count: 3, changes: [{ project: 'a/b', added: ['x'], removed: [] }] }
    expect(targetOf('acme', event('project.tagged', null, tagged))).toEqual({
      text: 'a/b',
      to: '/d/acme/projects/a/b',
      after: 'and 2 more',
    })
    expect(targetOf('acme', event('finding.commented', '7', triaged))).toMatchObject({
      text: 'lodash 4.17.20: Prototype pollution',
      to: '/d/acme/findings/supply-chain/7',
    })
    expect(targetOf('acme', event('approval.requested', '8', { ...triaged, count: 4 }))).toMatchObject({
      text: 'lodash 4.17.20: Prototype pollution',
      to: '/d/acme/approvals',
      after: 'and 3 more',
    })
    expect(targetOf('acme', event('findings.triaged', '12'))).toBeUndefined()
    expect(targetOf('acme', event('findings.triaged', '12', { ...triaged, count: 9, flaws: 3 }))).toEqual({
      text: 'lodash 4.17.20: Prototype pollution',
      to: '/d/acme/findings/supply-chain/7',
      project: { name: 'a/b', to: '/d/acme/projects/a/b' },
      after: 'and 2 more',
    })
    expect(targetOf('acme', event('finding.ticket_linked', '7'))?.to).toBe('/d/acme/findings/code/7')
    expect(targetOf('acme', event('findings.triaged', 'acme/shop', { scanId: 7, file: 'ab12' }))).toEqual(
      targetOf('acme', event('scan.imported', 'acme/shop', { scanId: 7 })),
    )
    expect(targetOf('acme', event('settings.changed', 'ticketUrlTemplate'))?.text).toBe('Ticket URL')
    expect(targetOf('acme', event('approval.requested', '8'))).toEqual({
      text: 'Request 8',
      to: '/d/acme/approvals',
    })
    expect(targetOf('acme', event('approval.declined', '8'))?.to).toBe('/d/acme/approvals?decided=true')
  })

  it('of many opens into its parts, each with what changed', () => {
    const modes = { count: 2, changes: [{ rulePath: 'go.a', from: 'MODE_MONITOR', to: 'MODE_BLOCK' }] }
    expect(partsOf('acme', event('policy.changed', 'code', modes))).toEqual({
      label: 'Rules',
      parts: [{ text: 'go.a', to: '/d/acme/rules/go.a', change: 'Monitor → Block' }],
      rest: undefined,
    })
    const tags = { count: 2, changes: [{ project: 'a/b', added: ['x'], removed: ['y'] }] }
    expect(partsOf('acme', event('project.tagged', null, tags))).toEqual({
      label: 'Projects',
      parts: [{ text: 'a/b', to: '/d/acme/projects/a/b', change: '+ x, − y' }],
    })
    const rules = {
      count: 2,
      changes: [
        { rulePath: 'go.a', from: null, to: 'MODE_BLOCK' },
        { rulePath: 'go.b', from: 'MODE_COMMENT', to: null },
      ],
    }
    expect(partsOf('acme', event('policy.rules', 'pci', rules)).parts).toEqual([
      { text: 'go.a', to: '/d/acme/rules/go.a', change: 'added · Block' },
      { text: 'go.b', to: '/d/acme/rules/go.b', change: 'removed · was Comment' },
    ])
    const lines = { count: 2, linesAdded: ['* @a'], linesRemoved: ['* @b'] }
    expect(partsOf('acme', event('project.codeowners_set', 'a/b', lines)).parts).toEqual([
      { text: '* @a', to: undefined, change: 'added' },
      { text: '* @b', to: undefined, change: 'removed' },
    ])
    const owners = {
      count: 3,
      changes: [
        { owner: 'team:Shop', count: 2 },
        { owner: null, count: 1 },
      ],
    }
    expect(partsOf('acme', event('owners.assigned', 'a/b', owners)).parts).toEqual([
      { text: 'Shop', to: undefined, change: '2 findings' },
      { text: 'nobody', to: undefined, change: '1 finding' },
    ])
    const texts = { count: 1, rules: [{ rule: 'go.a', severity: { from: 'high', to: 'low' } }] }
    expect(partsOf('acme', event('rule_texts.changed', 'a/b', texts)).parts).toEqual([
      { text: 'go.a', to: '/d/acme/rules/go.a', change: 'Severity: high → low' },
    ])
    expect(partsOf('acme', event('token.made', 't')).parts).toEqual([])
  })

  it('spells out what is not known', () => {
    expect(actionLabel('token.made')).toBe('Token created')
    expect(actionLabel('team.member_added')).toBe('Team member added')
    expect(actionLabel('')).toBe('')
  })

  it('never breaks, whatever an older service wrote', () => {
    const actions = fc.constantFrom(
      'policy.changed',
      'policy.rules',
      'policy.edited',
      'owners.assigned',
      'settings.changed',
      'token.changed',
      'scan.imported',
      'project.tagged',
      'findings.triaged',
      'job.done',
      'x',
    )
    fc.assert(
      fc.property(actions, fc.jsonValue(), fc.option(fc.string()), (action, detail, target) => {
        const one = event(action, target, detail)
        expect(typeof summaryOf('acme', one)).toBe('string')
        targetOf('acme', one)
      }),
    )
  })
})
