import { isDeepStrictEqual } from 'node:util'
import type { RetentionPeriods } from '#contract/parameters/retention.ts'
import type { ChangeEvent } from '#server/changes/change-services.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { readTimeZone } from '#server/db/time-zone.ts'
import type { Services } from '#server/http/services.ts'
import {
  hasPeriod,
  nothingDeleted,
  readLastRun,
  readPeriods,
  retentionSetting,
  storeRun,
} from '#server/records/retention-setting.ts'
import { cutoffsOf } from './plan.ts'
import type { RetentionProgress } from './run.ts'

/** How often a deployment's old data is deleted, in milliseconds. */
const interval = 24 * 3600_000
/** How often a process looks for deployments that are due, in milliseconds. */
const checkInterval = 10 * 60_000

/** Whoever the audit log and the list of jobs name for deletions that a setting causes. */
export const retentionActor = 'Gatehouse'

const lastChecks = new WeakMap<Services, number>()

/**
 * Creates a job for each deployment with a retention period whose last run was a day ago, or had other periods; checks
 * this every ten minutes. The caller looks for waiting jobs afterwards.
 */
export async function createDueRetentionJobs(services: Services, atStart: boolean): Promise<void> {
  const now = services.now()
  const last = lastChecks.get(services)
  if (!atStart && last !== undefined && Math.abs(now - last) < checkInterval) return
  lastChecks.set(services, now)
  const rows = await services.database.read
    .selectFrom('deployment_setting')
    .select('deployment_id')
    .where('name', '=', retentionSetting)
    .execute()
  for (const { deployment_id: deploymentId } of rows) {
    const periods = await duePeriods(services.database.read, deploymentId, now)
    if (periods !== null) await createJob(services, deploymentId, periods)
  }
}

/** The periods to apply now; null if no run is due. */
async function duePeriods(
  reader: Reader,
  deploymentId: number,
  now: number,
): Promise<RetentionPeriods | null> {
  const periods = await readPeriods(reader, deploymentId)
  if (!hasPeriod(periods)) return null
  const last = await readLastRun(reader, deploymentId)
  const isDone =
    last !== null && isDeepStrictEqual(last.periods, periods) && Math.abs(now - last.at) < interval
  return isDone ? null : periods
}

async function createJob(services: Services, deploymentId: number, periods: RetentionPeriods): Promise<void> {
  const now = services.now()
  const event: ChangeEvent = { event: 'job.changed' }
  const zone = await readTimeZone(services.database.read, deploymentId)
  const progress: RetentionProgress = { cutoffs: cutoffsOf(periods, now, zone), deleted: nothingDeleted }
  await services.change(
    deploymentId,
    retentionActor,
    async (transaction) => {
      const id = await takeId(transaction, deploymentId, 'job')
      event.id = String(id)
      // Another process may have created the job meanwhile, or a job of yesterday still runs.
      const due = await duePeriods(transaction, deploymentId, now)
      if (due === null || (await isUnfinished(transaction, deploymentId))) return
      await storeRun(transaction, deploymentId, { at: now, periods, deleted: nothingDeleted })
      await transaction
        .insertInto('job')
        .values({
          deployment_id: deploymentId,
          id,
          kind: 'retention',
          state: 'queued',
          actor: retentionActor,
          at: now,
          after_change: 0,
          type: toCode(findingTypes, 'sast'),
          total: 0,
          done: 0,
          skipped_json: '[]',
          result_json: JSON.stringify(progress),
        })
        .execute()
    },
    event,
  )
}

async function isUnfinished(reader: Reader, deploymentId: number): Promise<boolean> {
  const job = await reader
    .selectFrom('job')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('finished_at', 'is', null)
    .where('kind', '=', 'retention')
    .executeTakeFirst()
  return job !== undefined
}
