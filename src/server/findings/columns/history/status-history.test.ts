import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { states, triageStates } from '#server/db/codes.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/engine.ts'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { startTestService } from '#server/testing/service.ts'
import { readTrend } from '../../counts/trend.ts'
import type { FindingSet } from '../../filters/query.ts'
import { startColumnStore, withSnapshot } from '../../snapshot.ts'
import { Build, start } from '../../testing/build.ts'
import { addVariety } from '../../testing/variety.ts'
import { withHistory } from './history-cache.ts'
import { scanEventKinds, triageEventKinds } from './status-history.ts'

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
        fc.constant({ kind: 'noted', before: null }),
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

function write(database: Database, events: readonly Happened[]) {
  return database.write(async (transaction) => {
    for (const { finding, hours, kind, before } of events) {
      await transaction
        .insertInto('finding_event')
        .values({ deployment_id: 1, finding_id: finding, at: start + hours * hour, kind, from_state: before })
        .execute()
    }
  })
}

/** Holds the trend that memory tells against that of SQL. */
async function compare(database: Database) {
  for (const set of sets) {
    for (const days of [1, 6, 40]) {
      const request = { days, now: start + 300 * hour }
      const told = await withHistory(database, (past) =>
        withSnapshot(database, async (one) => {
          if (!past || !one.columns) throw new Error('not in memory')
          return (await past.catchUp(one.snapshot)) ? readTrend(one, 1, set, request, past) : undefined
        }),
      )
      const bySql = await withSnapshot(database, (one) =>
        readTrend({ ...one, columns: null }, 1, set, request, null),
      )
      expect([set, days, told]).toEqual([set, days, bySql])
    }
  }
}

it('memory tells the same trend as SQL, whatever happened and whenever it is heard of', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(happened, { maxLength: 150 }), { minLength: 1, maxLength: 3 }),
      async (rounds) => {
        const service = await startTestService()
        const { database } = service.services
        const build = new Build(service)
        await addVariety(build, 'sast', 80)
        await addVariety(build, 'sca', 40)
        for (const events of rounds) {
          await write(database, events)
          await compare(database)
        }
      },
    ),
    { numRuns: 12 },
  )
})

it('the past is read from a file in a thread, and what is written then is told, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-past-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const made = await startTestService()
  await addVariety(new Build(made), 'sast', 120)
  const events = fc.sample(happened, { numRuns: 400, seed: 1 })
  await write(made.services.database, events.slice(0, 300))
  const file = join(folder, 'gatehouse.db')
  connectionOf(made.services.database).exec(`vacuum into '${file}'`)

  const database = await openDatabase(file)
  const memory = startColumnStore(database, { error: () => undefined })
  await memory.settled()
  await compare(database)
  await write(database, events.slice(300))
  await compare(database)
  // More than is read on the way: it is read anew.
  await database.write(async (transaction) => {
    const many = { deployment_id: 1, finding_id: 1, at: start, kind: 'noted' }
    for (let turn = 0; turn < 21; turn++) {
      const values = Array.from({ length: 1000 }, () => many)
      await transaction.insertInto('finding_event').values(values).execute()
    }
  })
  await write(database, events.slice(0, 20))
  await compare(database)
  await memory.stop()
  await database.close()
})
