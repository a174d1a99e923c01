import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'
import type { JobQueue } from './job-queue.ts'
import { readFreeJobs } from './lease.ts'

it('takes the job first that has waited longest, whatever its deployment and its id there', async () => {
  const { services, deployment, addDeployment, clock } = await startTestService()
  const other = await addDeployment('other')
  const { importJob } = rowsOf(services.database, deployment.id, clock.now)
  const waiting = { state: 'queued', finished_at: null, error: null }
  const late = await importJob({ ...waiting, at: clock.now + 2_000, deployment_id: other })
  await importJob({ ...waiting, at: clock.now + 3_000 })
  const early = await importJob({ ...waiting, at: clock.now })
  expect([late, early]).toEqual([1, 2])
  const queue: JobQueue = {
    table: 'job',
    madeAt: 'at',
    unfinished: sql`finished_at is null`,
    oneAtATimeIn: 'process',
    stopWaits: false,
    step: async () => true,
    fail: async () => undefined,
  }
  expect(await readFreeJobs(services.database.read, queue, clock.now)).toEqual([
    { deployment_id: deployment.id, id: early },
  ])
})
