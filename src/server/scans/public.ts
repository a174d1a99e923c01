import type { Services } from '#server/http/services.ts'
import type { Lease } from '#server/runner/public.ts'
import type { ImportJob } from './import/import-job.ts'

export { isSuperseded, readExpiredScans } from './expired-scans.ts'
export { scansOf } from './list/filter.ts'
export { heldScans, holdEnd, readHeldScans } from './list/held.ts'
export { type NewestScan, newestScans } from './list/newest.ts'
export { recentScans } from './list/recent.ts'

/** Applies the upload of a job. The readers of scanner files are loaded with the first job. */
export async function runImportJob(services: Services, lease: Lease, job: ImportJob): Promise<void> {
  const { runImportJob: run } = await import('./import/import-job.ts')
  await run(services, lease, job)
}
export { followProjects } from './import/majority-texts.ts'
