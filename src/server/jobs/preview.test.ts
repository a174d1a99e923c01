import fc from 'fast-check'
import { expect, it } from 'vitest'
import { triage } from '#contract/operations/triage.ts'
import { findingTypes, newTriageStates, triageReasons } from '#contract/vocabulary.ts'
import { parseTriage, withSnapshot } from '#server/findings/public.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build } from '../findings/testing/build.ts'
import { addVariety } from '../findings/testing/variety.ts'
import { previewInColumns, previewInSql } from './preview.ts'

const decision = fc.oneof(
  fc.record({ new_triage_state: fc.constantFrom(...newTriageStates) }),
  fc.record({
    new_triage_state: fc.constant('ignored' as const),
    new_triage_reason: fc.constantFrom(...triageReasons),
    new_note: fc.constantFrom('a test', 'other', ''),
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

it('memory previews what SQL previews, for any decision of any filter', async () => {
  const service = await startTestService()
  const build = new Build(service)
  for (const type of findingTypes) await addVariety(build, type, 200)
  const decide = (body: object) => service.call(triage, { body })
  await decide({ issue_type: 'sast', severities: ['high'], new_note: 'a test' })
  service.clock.now += 3600_000
  await decide({ issue_type: 'sca', repos: ['acme/shop'], new_triage_state: 'fixing', new_note: 'other' })
  const deploymentId = service.deployment.id
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...findingTypes),
      filter,
      decision,
      fc.constantFrom('Tess Ter', 'Ada'),
      async (issue_type, chosen, decided, actor) => {
        const body = { issue_type, ...chosen, ...decided }
        const request = {
          deploymentId,
          actor,
          triage: await parseTriage(service.services.database.read, deploymentId, body, { all: true }),
        }
        await withSnapshot(service.services.database, async (one) => {
          expect(one.columns).not.toBeNull()
          const expected = await previewInSql(one.reader, request)
          expect([body, await previewInColumns(one, request)]).toEqual([body, expected])
        })
      },
    ),
    { numRuns: 150 },
  )
})
