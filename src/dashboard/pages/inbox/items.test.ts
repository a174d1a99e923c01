import { describe, expect, it } from 'vitest'
import type { InboxFinding, InboxItem } from '#contract/responses/inbox.ts'
import { itemPath, itemPlace, itemTitle, stillWaits } from './items.ts'

const finding: InboxFinding = {
  id: 7,
  issue_type: 'sca',
  title: 'Prototype pollution',
  rule: 'npm.pollution',
  project: 'acme/shop',
  ref: 'refs/heads/main',
  path: 'package-lock.json',
  line: 3,
  package: 'lodash 4.17.0',
  severity: 'high',
  state: 'unresolved',
  status: 'open',
  triage_state: 'untriaged',
  triage_reason: null,
  triage_comment: '',
  triaged_at: null,
  triaged_by: null,
  ignored_until: null,
  ignore_ends: null,
  owner: 'person:Ana',
  ignore_request: null,
}
const itemWith = (change: Partial<InboxFinding>, reasons = ['assigned']): InboxItem => {
  return {
    key: 1,
    reasons,
    due_at: null,
    finding: { ...finding, ...change },
    approval: null,
    mention: null,
    scan: null,
  }
}

describe('an item that was read', () => {
  const waits = (change: Partial<InboxFinding>, before = itemWith({})) =>
    stillWaits(before, itemWith({ ...before.finding, ...change }, before.reasons), 'Ana')

  it('waits while its finding is open and has the same owner', () => {
    expect(waits({})).toBe(true)
    expect(waits({ status: 'fixing' })).toBe(true)
    expect(waits({ status: 'ignored' })).toBe(false)
    expect(waits({ owner: 'person:Max' })).toBe(false)
    expect(waits({ owner: null })).toBe(false)
  })

  it('waits for a person who takes it over, from nobody or a team', () => {
    expect(waits({ owner: 'person:Ana' }, itemWith({ owner: null }, ['uncertain']))).toBe(true)
    expect(waits({ owner: 'person:Ana' }, itemWith({ owner: 'team:Payments' }))).toBe(true)
  })

  it('waits for somebody else once they are asked to ignore it', () => {
    expect(waits({ ignore_request: '4' })).toBe(false)
  })

  it('waits while an ignore ends as it did', () => {
    const ending = itemWith({ status: 'ignored', ignored_until: '2026-02-01T00:00:00Z' }, ['expiring'])
    expect(waits({ triage_comment: 'Still so.' }, ending)).toBe(true)
    expect(waits({ ignored_until: '2026-05-01T00:00:00Z' }, ending)).toBe(false)
    expect(waits({ status: 'open', ignored_until: null }, ending)).toBe(false)
  })
})

describe('an item in words', () => {
  it('is its package and rule, with where it is and a link to it', () => {
    const item = itemWith({})
    expect(itemTitle(item)).toBe('lodash 4.17.0: Prototype pollution')
    expect(itemPlace(item)).toBe('acme/shop · main · package-lock.json:3')
    expect(itemPath('main', item)).toBe('/d/main/findings/supply-chain/7')
    expect(itemTitle(itemWith({ package: null, title: ' ' }))).toBe('npm.pollution')
  })
})
