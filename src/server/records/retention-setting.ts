import { type RetentionPeriods, retentionKinds } from '#contract/parameters/retention.ts'
import type { RetentionPreview } from '#contract/responses/deployments.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { readSetting, storeSetting } from '#server/db/deployment-setting.ts'

/** The name of the setting with the retention periods of a deployment. */
export const retentionSetting = 'retention'
/** The name of the row with the last run. */
const runSetting = 'retentionRun'

/** The periods of a deployment for which none were set. */
export const keepEverything: RetentionPeriods = { scans: null, history: null, exports: null, audit: null }

type Deleted = NonNullable<RetentionPreview['lastRun']>['deleted']
export const nothingDeleted: Deleted = { scans: 0, history: 0, exports: 0, audit: 0 }

/** A run of the daily job. */
export interface RetentionRun {
  /** When it was created, milliseconds since 1970. */
  at: number
  periods: RetentionPeriods
  deleted: Deleted
}

/** Whether any data is deleted after some time. */
export const hasPeriod = (periods: RetentionPeriods): boolean =>
  retentionKinds.some((kind) => periods[kind] !== null)

/** How long a deployment keeps its data. */
export const readPeriods = async (reader: Reader, deploymentId: number): Promise<RetentionPeriods> =>
  (await readSetting<RetentionPeriods>(reader, deploymentId, retentionSetting)) ?? keepEverything

/** The last run for a deployment; null if there was none. */
export const readLastRun = (reader: Reader, deploymentId: number): Promise<RetentionRun | null> =>
  readSetting<RetentionRun>(reader, deploymentId, runSetting)

/** Stores a run as the last one of a deployment. */
export async function storeRun(transaction: Writer, deploymentId: number, run: RetentionRun): Promise<void> {
  await storeSetting(transaction, deploymentId, runSetting, run)
}
