import type { Services } from '#server/http/services.ts'
import type { Lease } from '#server/jobs/job-queue.ts'
import type { ImportJob } from './import/import-job.ts'

/** Applies the upload of a job. The readers of scanner files are loaded with the first job. */
export async function runImportJob(services: Services, lease: Lease, job: ImportJob): Promise<void> {
  const { runImportJob: run } = await import('./import/import-job.ts')
  await run(services, lease, job)
}
