import fc from 'fast-check'
import { expect, it } from 'vitest'
import { triage } from '#contract/operations/triage.ts'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { findingTypes, newTriageStates, triageReasons } from '#contract/vocabulary.ts'
import { severities, states } from '#server/db/codes.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { Build } from '#server/findings/testing/build.ts'
import {
  type PlainFinding,
  readPlainFindings,
  selectPlainly,
} from '#server/findings/testing/plain-findings.ts'
import { addVariety } from '#server/findings/testing/variety.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService } from '#server/testing/service.ts'
import { parseTriage } from '../decisions/triage-request.ts'
import { isChangedBy } from '../decisions/triage-state.ts'
import { planJob } from './preview.ts'

// The reason of secrets alone is refused for the other types.
const reasons = triageReasons.filter((reason) => reason !== 'revoked')
const nextMonth = '2026-02-01T00:00:00Z'
const decision = fc.oneof(
  fc.record({ new_triage_state: fc.constantFrom(...newTriageStates) }),
  fc.record({
    new_triage_state: fc.constant('ignored' as const),
    new_triage_reason: fc.constantFrom(...reasons),
    new_note: fc.constantFrom('a test', 'other', ''),
  }),
  fc.record({
    new_triage_state: fc.constant('ignored' as const),
    new_triage_reason: fc.constantFrom(...reasons),
    new_ignored_until: fc.constantFrom(nextMonth, '2026-03-01T00:00:00Z'),
  }),
  fc.record({ new_note: fc.constantFrom('a test', '') }),
)
const filter = fc.record(
  {
    status: fc.subarray(['open', 'ignored', 'fixed'], { minLength: 1 }),
    severities: fc.subarray(['high', 'low'], { minLength: 1 }),
    repos: fc.constant<string[]>(['acme/shop']),
    dedup: fc.boolean(),
    primary_ref: fc.boolean(),
    seen_at: fc.constantFrom(
      '2026-01-15T11:00:00.000Z',
      '2026-01-15T12:00:00.000Z',
      '2026-01-15T12:30:00.000Z',
    ),
  },
  { requiredKeys: [] },
)

it('counts what is true of each finding, for any decision of any filter', async () => {
  const service = await startTestService()
  const build = new Build(service)
  for (const type of findingTypes) await addVariety(build, type, 200)
  const decide = (body: object) => service.call(triage, { body })
  await decide({ issue_type: 'sast', severities: ['high'], new_note: 'a test' })
  service.clock.now += 3600_000
  await decide({ issue_type: 'sca', repos: ['acme/shop'], new_triage_state: 'fixing', new_note: 'other' })
  await decide({
    issue_type: 'sast',
    severities: ['low'],
    new_triage_state: 'ignored',
    new_triage_reason: 'no_time',
    new_ignored_until: nextMonth,
  })
  const { services, deployment } = service
  const { read } = services.database
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...findingTypes),
      filter,
      decision,
      fc.constantFrom('Tess Ter', 'Ada'),
      async (issue_type, { seen_at, ...chosen }, decided, actor) => {
        const body = { issue_type, ...chosen, ...(seen_at ? { seen_at } : {}), ...decided }
        const triage = await parseTriage(read, deployment.id, body, {
          now: service.clock.now,
          actor,
          all: true,
        })
        const rows = await readPlainFindings(read, deployment.id, issue_type)
        // parse: words of the filter above.
        const selected = selectPlainly(rows, chosen as FindingFilter)
        const isTriagedSince = (row: PlainFinding) =>
          seen_at !== undefined && (row.triaged_at ?? 0) > Date.parse(seen_at) && row.triaged_by !== actor
        const changing = selected.filter((row) => isChangedBy({ ...row, job_id: null }, triage.decision))
        const triaged = changing.filter((row) => !isTriagedSince(row))
        const flaws = new Set(triaged.map((row) => row.flaw_id))
        const instances = rows.filter(
          (row) => flaws.has(row.flaw_id) && isChangedBy({ ...row, job_id: null }, triage.decision),
        )
        const { preview, ids } = await withSnapshot(services.columns, deployment.id, (view) =>
          planJob(view, { deploymentId: deployment.id, actor, triage }),
        )
        const skipped = new Map(preview.skipped.map(({ code, count }) => [code, count]))
        expect([body, preview.count, preview.along, [...ids]]).toEqual([
          body,
          triaged.length,
          instances.length - triaged.length,
          triaged.map(({ id }) => id).toSorted((one, other) => one - other),
        ])
        expect([skipped.get('unchanged') ?? 0, skipped.get('triaged_since') ?? 0]).toEqual([
          selected.length - changing.length,
          changing.length - triaged.length,
        ])
        expect([preview.fixed, preview.muted]).toEqual([
          triaged.filter((row) => states[row.state] === 'fixed').length,
          triaged.filter((row) => states[row.state] === 'muted').length,
        ])
        expect(preview.severities).toEqual(
          Object.fromEntries(
            severities.map((name, code) => [name, triaged.filter((row) => row.severity === code).length]),
          ),
        )
        expect(preview.projects.reduce((sum, { count }) => sum + count, 0)).toBe(triaged.length)
      },
    ),
    { numRuns: runsOnEngine(150) },
  )
})
