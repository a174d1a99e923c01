import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deriveStatus } from '#contract/finding-status.ts'
import {
  confidences,
  findingTypes,
  fromCode,
  ignoreEnds,
  policyModes,
  reachabilities,
  scanStatuses,
  severities,
  states,
  statuses,
  toCode,
  transitivities,
  triageReasons,
  triageStates,
  validationStates,
  verdicts,
} from '#server/db/codes.ts'
import { type Profile, profiles, startOfDay } from './profile.ts'
import { type DemoRow, Ids, type RowOf } from './rows.ts'
import { demoRows } from './rows-of-demo.ts'

const now = Date.UTC(2026, 10, 21, 15, 30)
const deployment = { slug: 'acme', name: 'Acme' }

function digest(options: { seed: number; now: number; profile?: Profile }): string {
  const lines = [
    ...demoRows({
      deployment,
      profile: options.profile ?? small,
      seed: options.seed,
      now: options.now,
      ids: new Ids(),
      deploymentId: 1,
    }),
  ]
  return hash('sha256', lines.map((line) => JSON.stringify(line)).join('\n'))
}

const small: Profile = { projects: 12, findings: 900, dependencies: 3_000, rules: 800, scans: 420 }

const all: DemoRow[] = [
  ...demoRows({ deployment, profile: profiles.demo, seed: 1, now, ids: new Ids(), deploymentId: 1 }),
]
const rows = <Name extends DemoRow['table']>(table: Name): RowOf<Name>[] =>
  all
    .filter((line): line is Extract<DemoRow, { table: Name }> => line.table === table)
    .map((line) => line.row as RowOf<Name>)

const listed = rows('finding').filter((row) => row.removed === 0)
const ofType = (type: number) => listed.filter((row) => row.type === type)
const share = (part: readonly unknown[], whole: readonly unknown[]) => (100 * part.length) / whole.length

describe('the same seed and day', () => {
  it('give the same rows, at any hour of the day', () => {
    expect(digest({ seed: 7, now })).toBe(digest({ seed: 7, now: now + 5 * 3_600_000 }))
  })

  it('give others where seed or day differ', () => {
    const first = digest({ seed: 7, now })
    expect(digest({ seed: 8, now })).not.toBe(first)
    expect(digest({ seed: 7, now: now + 86_400_000 })).not.toBe(first)
  })
})

describe('the sizes of the profile', () => {
  it('are met exactly, by type as well', () => {
    expect(rows('project')).toHaveLength(40)
    expect(listed).toHaveLength(6_000)
    expect([ofType(0).length, ofType(1).length, ofType(2).length]).toEqual([3_600, 2_100, 300])
    expect(rows('dependency').filter((row) => row.on_primary === 1)).toHaveLength(20_000)
    expect(rows('rule')).toHaveLength(800)
    expect(rows('scan')).toHaveLength(1_500)
  })

  it('grow with the profile, which is made piece by piece', () => {
    const profile = { projects: 60, findings: 6_000, dependencies: 30_000, rules: 3_000, scans: 2_400 }
    const counts = new Map<string, number>()
    for (const line of demoRows({ deployment, profile, seed: 2, now, ids: new Ids(), deploymentId: 1 })) {
      if (line.table === 'finding' && line.row.removed === 1) continue
      if (line.table === 'dependency' && line.row.on_primary === 0) continue
      counts.set(line.table, (counts.get(line.table) ?? 0) + 1)
    }
    expect(Object.fromEntries(counts)).toMatchObject({
      project: 60,
      finding: 6_000,
      dependency: 30_000,
      rule: 3_000,
      scan: 2_400,
    })
  })

  it('come in the shares of status and severity', () => {
    const wanted = { status: [45, 25, 22, 5, 3], severity: [22, 55, 20, 3] }
    for (const [position, percent] of wanted.status.entries()) {
      expect(
        Math.abs(
          share(
            listed.filter((row) => row.status === position),
            listed,
          ) - percent,
        ),
      ).toBeLessThan(3)
    }
    for (const [position, percent] of wanted.severity.entries()) {
      expect(
        Math.abs(
          share(
            listed.filter((row) => row.severity === position),
            listed,
          ) - percent,
        ),
      ).toBeLessThan(3)
    }
  })

  it('put half of the findings on twenty rules, and a fifth of the fingerprints on 3 to 8 refs', () => {
    const byRule = [...Map.groupBy(listed, (row) => row.rule_id).values()]
      .map((group) => group.length)
      .sort((a, b) => b - a)
    const top = byRule.slice(0, 20).reduce((sum, count) => sum + count, 0)
    expect(Math.abs((100 * top) / listed.length - 50)).toBeLessThan(5)
    const spread = [...Map.groupBy(listed, (row) => `${row.project_id} ${row.match_based_id}`).values()]
    expect(
      Math.abs(
        share(
          spread.filter((group) => group.length >= 3),
          spread,
        ) - 20,
      ),
    ).toBeLessThan(3)
    expect(Math.max(...spread.map((group) => group.length))).toBe(8)
  })
})

describe('every filter selects something', () => {
  const met = (list: readonly (number | null | undefined)[]) => new Set(list)
  const expectAll = (words: readonly string[], values: Set<number | null | undefined>) => {
    for (const [position, name] of words.entries()) expect(values.has(position), name).toBe(true)
  }

  it.each([
    [0, 'code'],
    [1, 'supply chain'],
    [2, 'secrets'],
  ])('of type %i (%s): status, severity, triage reason', (type) => {
    const findings = ofType(type)
    expectAll(statuses, met(findings.map((row) => row.status)))
    expectAll(severities, met(findings.map((row) => row.severity)))
    const reasons = triageReasons.filter((reason) => reason !== 'revoked' || type === 2)
    expectAll(reasons, met(findings.map((row) => row.triage_reason)))
  })

  it('values that one type has, states of scans, modes of policies', () => {
    expectAll(confidences, met(ofType(0).map((row) => row.confidence)))
    expectAll(verdicts, met(ofType(0).map((row) => row.verdict)))
    expectAll(reachabilities, met(ofType(1).map((row) => row.reachability)))
    expectAll(transitivities, met(ofType(1).map((row) => row.transitivity)))
    expectAll(['no', 'yes'], met(ofType(1).map((row) => row.is_malicious)))
    expectAll(validationStates, met(ofType(2).map((row) => row.validation_state)))
    expectAll(states, met(rows('finding').map((row) => row.state)))
    expectAll(triageStates, met(listed.map((row) => row.triage_state)))
    expectAll(scanStatuses, met(rows('scan').map((row) => row.status)))
    expectAll(['full', 'diff'], met(rows('scan').map((row) => row.kind)))
    const modes = new Map(rows('policy_rule').map((row) => [`${row.policy_id} ${row.rule_id}`, row.mode]))
    expectAll(policyModes, met(ofType(0).map((row) => modes.get(`${row.policy_id} ${row.rule_id}`))))
    for (const type of [0, 1]) {
      for (const bit of [1, 2, 4])
        expect(ofType(type).some((row) => (row.fix_pr_states & bit) !== 0)).toBe(true)
    }
    const tags = [
      'user authentication',
      'user data',
      'payments',
      'infrastructure',
      'cryptography',
      'observability',
      'sample code',
      'tests',
    ]
    for (const tag of tags)
      expect(
        ofType(0).some((row) => row.component_tag === tag),
        tag,
      ).toBe(true)
    const events = new Set(rows('scan').map((row) => JSON.parse(row.meta_json).true))
    expect([...events].sort()).toEqual(expect.arrayContaining(['pull_request', 'push', 'schedule']))
  })
})

describe('what hangs together', () => {
  it('derives the status from state and triage, and knows removed ones', () => {
    for (const row of rows('finding')) {
      expect(fromCode(statuses, row.status)).toBe(
        deriveStatus(fromCode(states, row.state), fromCode(triageStates, row.triage_state)),
      )
      expect(row.removed).toBe(fromCode(states, row.state) === 'removed' ? 1 : 0)
      expect(row.triage_reason !== null).toBe(fromCode(triageStates, row.triage_state) === 'ignored')
      // Only of secrets, and none that works: it would be reopened.
      const isRevoked = row.triage_reason === toCode(triageReasons, 'revoked')
      expect(row.ignore_ends === toCode(ignoreEnds, 'secret_active')).toBe(isRevoked)
      if (!isRevoked) continue
      expect(fromCode(findingTypes, row.type)).toBe('secrets')
      expect(row.validation_state).not.toBe(toCode(validationStates, 'CONFIRMED_VALID'))
    }
  })

  it('keeps times in order and before the start of the day', () => {
    const today = startOfDay(now)
    const scans = new Map(rows('scan').map((row) => [row.id, row]))
    for (const row of rows('finding')) {
      expect(row.relevant_since).toBeGreaterThanOrEqual(row.created_at)
      expect(row.reappeared === 1).toBe(row.relevant_since > row.created_at)
      expect(Math.max(row.state_updated_at, row.triaged_at ?? 0)).toBeLessThanOrEqual(today)
      const first = scans.get(row.first_seen_scan_id)
      expect([first?.ref_id, first?.completed_at]).toEqual([row.ref_id, row.created_at])
      if (row.fixed_scan_id !== null)
        expect(scans.get(row.fixed_scan_id ?? 0)?.completed_at).toBe(row.state_updated_at)
    }
    for (const row of rows('finding_event')) expect(row.at).toBeLessThanOrEqual(today + 4 * 3_600_000)
  })

  it('finds a private key where its file begins', () => {
    const keys = listed.filter((row) => row.secret_type === 'Private key' && row.line !== null)
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((row) => row.line !== 1 || row.column !== 1)).toEqual([])
  })

  it('tells how a finding came back, and hands a decision on to new refs', () => {
    const events = Map.groupBy(rows('finding_event'), (row) => row.finding_id)
    const kinds = (id: number | undefined) => (events.get(id ?? 0) ?? []).map((row) => row.kind)
    const back = listed.filter((row) => row.reappeared === 1)
    expect(back.length).toBeGreaterThan(100)
    for (const row of back) expect(kinds(row.id)).toEqual(expect.arrayContaining(['fixed', 'reappeared']))
    const inherited = rows('finding_event').filter((row) => row.kind === 'inherited')
    expect(inherited.length).toBeGreaterThan(50)
    for (const row of inherited) expect(row.note).toMatch(/^refs\//)
    const severityOf = new Map(rows('finding').map((row) => [row.id, fromCode(severities, row.severity)]))
    const changes = rows('finding_event').filter((row) => row.kind === 'severity_changed')
    expect(changes.length).toBeGreaterThan(50)
    for (const row of changes) {
      expect(row.to_state).toBe(severityOf.get(row.finding_id))
      expect(row.from_state).not.toBe(row.to_state)
    }
  })

  it('has each vulnerable version that is open on a primary branch among the dependencies', () => {
    const there = new Set(rows('dependency').map((row) => `${row.project_id} ${row.name} ${row.version}`))
    const open = ofType(1).filter((row) => row.on_primary === 1 && fromCode(states, row.state) !== 'fixed')
    expect(
      open.filter((row) => !there.has(`${row.project_id} ${row.package} ${row.package_version}`)),
    ).toEqual([])
  })

  it('says of some lockfiles, those of the largest project among them, who asks for whom', () => {
    const dependencies = rows('dependency')
    const byId = new Map(dependencies.map((row) => [row.id, row]))
    const related = dependencies.filter((row) => row.requires_json)
    const [largest] = [...Map.groupBy(dependencies, (row) => row.project_id).values()].sort(
      (a, b) => b.length - a.length,
    )
    expect(largest?.some((row) => row.requires_json)).toBe(true)
    expect(related.length).toBeGreaterThan(1_000)
    expect(related.length).toBeLessThan(dependencies.length / 4)
    for (const row of related) {
      for (const id of JSON.parse(row.requires_json ?? '[]'))
        expect(byId.get(id)?.lockfile_id).toBe(row.lockfile_id)
      const standing = fromCode(transitivities, row.transitivity)
      expect([row.name, row.through_json != null]).toEqual([row.name, standing === 'transitive'])
    }
    expect(related.filter((row) => row.hashes_json !== '[]').length).toBeGreaterThan(related.length * 0.8)
  })

  it('counts in each change the findings it decided', () => {
    const items = Map.groupBy(rows('triage_change_item'), (row) => row.change_id)
    for (const change of rows('triage_change'))
      expect(change.count).toBe(items.get(change.id ?? 0)?.length ?? 0)
  })
})

it('the history of a policy leads to the modes that its rules have', () => {
  const changes = new Map(rows('policy_change').map((row) => [row.id, row]))
  const items = rows('policy_change_item')
  const changed = rows('policy_rule').filter((row) => row.last_change_at !== null)
  expect(items).toHaveLength(changed.length)
  for (const row of changed) {
    const item = items.find(
      (one) => one.rule_id === row.rule_id && changes.get(one.change_id)?.policy_id === row.policy_id,
    )
    expect(item?.to_mode).toBe(row.mode)
    const change = item && changes.get(item.change_id)
    expect([change?.at, change?.actor]).toEqual([row.last_change_at, row.last_change_by])
  }
  const times = rows('policy_change').map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})
