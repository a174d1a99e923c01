import { setTimeout as delay } from 'node:timers/promises'
import type { ImportAnswer } from '#contract/responses/scans.ts'
import type { Sender } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import type { Progress } from '#server/operations/progress.ts'

const initialDelay = 500
const maxDelay = 5_000

/** Statuses of a service that is starting, stopping or busy. */
const isBusy = (status: number) => status === 429 || status === 503

/**
 * Polls an upload that continues as a job until it ends, at first twice a second.
 * @throws Error in one line that names the job, if the service no longer answers.
 */
export async function followImport(
  connection: Sender,
  first: ImportAnswer,
  { file, progress }: { file: string; progress: Progress },
): Promise<ImportAnswer> {
  let job = first
  for (let wait = initialDelay; ['queued', 'running'].includes(job.state); wait = nextDelay(wait)) {
    progress.show(`${file}: ${job.state === 'queued' ? 'waiting for other imports' : 'importing'}`)
    await delay(wait)
    const { status, body } = await connection.send('GET', first.location).catch((error: unknown) => {
      throw new Error(`${file}: the service stopped responding; the import may continue as job ${job.id}.`, {
        cause: error,
      })
    })
    if (isBusy(status)) continue
    if (status !== 200) throw new Error(`${file}: job ${job.id} of the import: ${problemDetailOf(body)}`)
    // parse: answered by our own service to its owner.
    job = body as ImportAnswer
  }
  return job
}

const nextDelay = (wait: number) => Math.min(wait * 1.25, maxDelay)
