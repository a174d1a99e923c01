import fc from 'fast-check'
import { expect, it } from 'vitest'
import { severities, states, triageStates } from '#server/db/codes.ts'
import { takeId } from '#server/db/ids.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { countFlows } from '../counts/count-flows.ts'
import { readFlawFlows } from '../counts/flaw-flows.ts'
import type { Flow } from '../counts/trend-steps.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import { withHistory } from '../snapshot.ts'
import { Build, start } from '../testing/build.ts'
import { addVariety } from '../testing/variety.ts'
import { scanEventKinds, severityEventKind, triageEventKinds } from './status-history.ts'

const hour = 3600_000

interface Happened {
  finding: number
  hours: number
  kind: string
  before: string | null
}

/** Some of them before their finding was made, which histories that were brought along may tell. */
const happened: fc.Arbitrary<Happened> = fc
  .record({
    finding: fc.integer({ min: 1, max: 120 }),
    hours: fc.integer({ min: -30, max: 300 }),
  })
  .chain(({ finding, hours }) =>
    fc
      .oneof(
        fc.record({ kind: fc.constantFrom(...scanEventKinds), before: fc.constantFrom(...states, null) }),
        fc.record({
          kind: fc.constantFrom(...triageEventKinds),
          before: fc.constantFrom(...triageStates, null),
        }),
        fc.record({ kind: fc.constant(severityEventKind), before: fc.constantFrom(...severities) }),
        fc.record({
          kind: fc.constantFrom('noted', 'became_primary', 'left_primary'),
          before: fc.constant(null),
        }),
      )
      .map((text) => ({ finding, hours, ...text })),
  )

const sets: FindingSet[] = [
  {},
  { primary_ref: true, status: ['open'] },
  { severities: ['high'], repos: ['acme/shop', 'acme/api'] },
  { issue_type: 'sca' },
  { dedup: true },
]

function write({ services, deployment }: TestService, events: readonly Happened[]) {
  return services.change(deployment.id, 'Tess Ter', async (transaction) => {
    for (const { finding, hours, kind, before } of events) {
      await transaction
        .insertInto('finding_event')
        .values({
          deployment_id: 1,
          id: await takeId(transaction, 1, 'finding_event'),
          finding_id: finding,
          at: start + hours * hour,
          kind,
          from_state: before,
        })
        .execute()
    }
    transaction.changed.findings(events.map(({ finding }) => finding))
  })
}

/** Compares what the histories count with the steps of each finding, told one by one. */
async function compare({ services, deployment }: TestService) {
  for (const set of sets) {
    const selection = selectionOf(deployment.id, set)
    for (const count of [1, 6, 40]) {
      await withHistory(services.columns, deployment.id, async (view, history) => {
        const { zone } = view.columns
        const first = zone.dayOf(start + 300 * hour) - (count - 1)
        const flows = await countFlows(view, selection, history, first)
        const days = { start: first, zone }
        const failures = await testRows(view.reader, view.columns, selection)
        const table = view.columns.table(selection.type)
        const ids = [...matchingRows(table, failures, false)].map((row) => table.ids[row] ?? 0)
        const steps = set.dedup
          ? await readFlawFlows(view.reader, deployment.id, ids, days)
          : (await Promise.all(ids.map((id) => readFlawFlows(view.reader, deployment.id, [id], days)))).flat()
        expect([set, count, sumOf(flows)]).toEqual([set, count, sumOf(steps)])
      })
    }
  }
}

/** How often each change of status happened on each day. */
function sumOf(flows: readonly Flow[]) {
  const counts: Record<string, number> = {}
  for (const { day, before, after, isFirst, count } of flows) {
    const key = [day, before, after, isFirst].join(' ')
    counts[key] = (counts[key] ?? 0) + count
  }
  return counts
}

it('counts what the steps of each finding come to, whatever happened and whenever it is heard of', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(happened, { maxLength: 150 }), { minLength: 1, maxLength: 3 }),
      async (rounds) => {
        const service = await startTestService()
        const build = new Build(service)
        await addVariety(build, 'sast', 80)
        await addVariety(build, 'sca', 40)
        for (const events of rounds) {
          await write(service, events)
          await compare(service)
        }
      },
    ),
    { numRuns: runsOnEngine(8) },
  )
})

it('is put in one order again after many changes, and counts the same', async () => {
  const service = await startTestService()
  await addVariety(new Build(service), 'sast', 120)
  await write(service, fc.sample(happened, { numRuns: 300, seed: 1 }))
  await withHistory(service.services.columns, service.deployment.id, async (_, history) => {
    expect(history.later.size).toBe(0)
  })
  await write(service, fc.sample(happened, { numRuns: 100, seed: 2 }))
  await withHistory(service.services.columns, service.deployment.id, async (_, history) => {
    expect(history.later.size).toBeGreaterThan(20)
    history.toData()
    expect(history.later.size).toBe(0)
  })
  await compare(service)
})
