import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { getMe } from '#contract/operations/session.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { newTriageStates, triageReasons } from '#contract/vocabulary.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { Build } from '#server/findings/testing/build.ts'
import { addVariety } from '#server/findings/testing/variety.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService } from '#server/testing/service.ts'

async function allOf(service: Awaited<ReturnType<typeof startTestService>>) {
  const { body } = await service.call(listFindings, { query: 'page_size=3000' })
  return body.sastFindings?.findings ?? []
}

describe('decisions', () => {
  it('take as few statements for 3000 findings as for 10, and so does undoing them', async () => {
    const service = await startTestService()
    await addVariety(new Build(service), 'sast', 4200)
    const ids = (await allOf(service)).map(({ id }) => id)
    expect(ids).toHaveLength(3000)
    const decide = async (issue_ids: number[], new_triage_state: string) => {
      let change = ''
      const body = { issue_type: 'sast', issue_ids, new_triage_state, new_note: new_triage_state }
      const statements = await countStatements(async () => {
        const response = await service.call(triage, { body })
        expect(response.body.num_triaged).toBeGreaterThanOrEqual(issue_ids.length)
        change = response.body.change_id
      })
      const undoing = await countStatements(() => service.call(undoTriage, { path: { change_id: change } }))
      return { statements, undoing }
    }
    const few = await decide(ids.slice(0, 10), 'reviewing')
    const many = await decide(ids, 'fixing')
    expect(many).toEqual(few)
    expect(many.statements).toBeLessThanOrEqual(20)
  })

  it('undone one after the other leave every finding as it was', async () => {
    const service = await startTestService()
    await addVariety(new Build(service), 'sast', 60)
    const before = await allOf(service)
    const ids = before.map(({ id }) => id)
    const decision = fc.record(
      {
        issue_ids: fc.subarray(ids, { minLength: 1 }),
        new_triage_state: fc.constantFrom(...newTriageStates),
        new_note: fc.string({ maxLength: 5 }),
      },
      { requiredKeys: ['issue_ids', 'new_triage_state'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(decision, { minLength: 1, maxLength: 4 }), async (decisions) => {
        const changes = []
        for (const body of decisions) {
          const response = await service.call(triage, { body: { issue_type: 'sast', ...body } })
          expect(response.status).toBe(200)
          changes.push(response.body)
        }
        for (const change of changes.reverse()) {
          const undone = await service.call(undoTriage, { path: { change_id: change.change_id } })
          expect(undone.body).toEqual({ num_undone: change.num_triaged, skipped: [] })
        }
        expect(await allOf(service)).toEqual(before)
      }),
      { numRuns: runsOnEngine(25) },
    )
  })

  it('with any body are taken or refused, never a failure of the service', async () => {
    const service = await startTestService()
    await addVariety(new Build(service), 'sast', 30)
    const body = fc.record(
      {
        issue_type: fc.constantFrom('sast', 'sca', 'secrets', 'x', 1),
        issue_ids: fc.oneof(fc.array(fc.integer({ min: -1, max: 40 }), { maxLength: 3 }), fc.jsonValue()),
        new_triage_state: fc.oneof(fc.constantFrom<unknown>(...newTriageStates), fc.jsonValue()),
        new_triage_reason: fc.oneof(fc.constantFrom<unknown>(...triageReasons), fc.jsonValue()),
        new_note: fc.string({ unit: 'binary', maxLength: 10 }),
        seen_at: fc.oneof(fc.constantFrom('2026-01-01T00:00:00Z', '2026-13-01T00:00:00Z'), fc.jsonValue()),
        limit: fc.oneof(fc.integer({ min: -1, max: 3001 }), fc.jsonValue()),
        severities: fc.oneof(fc.constant(['low']), fc.jsonValue()),
        q: fc.jsonValue(),
        since: fc.oneof(fc.double(), fc.jsonValue()),
        path: fc.string({ maxLength: 5 }),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(body, async (input) => {
        const { status } = await service.call(triage, { body: input })
        expect([200, 400, 404, 409]).toContain(status)
      }),
      { numRuns: runsOnEngine(200) },
    )
  })
})

it('the navigation counts what its links list', async () => {
  const service = await startTestService()
  const build = new Build(service)
  for (const type of ['sast', 'sca'] as const) await addVariety(build, type, 90)
  const { body } = await service.call(getMe)
  const counts = body.deployments[0]?.counts
  for (const type of ['sast', 'sca'] as const) {
    const query = `issue_type=${type}&status=open&primary_ref=true&rule_disabled=false`
    const { headers } = await service.call(listFindings, { query })
    expect(Number(headers['x-total-count'])).toBeGreaterThan(0)
    expect(counts?.[type]).toBe(Number(headers['x-total-count']))
  }
  expect(counts?.projects).toBe(4)
})
