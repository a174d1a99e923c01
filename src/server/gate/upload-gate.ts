import { answerScanGate } from '#server/gate/answer.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'
import type { UploadAnswer } from '#server/scans/upload/handle-upload.ts'

/**
 * Adds the verdict on the commit to the response to an upload; none to a file that waits, for other parts or as a job.
 * @throws HttpError 409 with the verdict where `gate` is `fail` and the commit does not pass.
 */
export async function withGate(
  services: Services,
  deployment: Deployment,
  actor: string,
  answer: UploadAnswer,
  { gate, renamedFiles }: { gate: 'true' | 'fail'; renamedFiles: readonly RenamedFile[] },
): Promise<UploadAnswer> {
  if (answer.status === 202) return answer
  const { status, body } = answer
  const verdict = await answerScanGate(services, deployment, actor, body.id, { renamedFiles })
  if (gate === 'fail' && verdict.verdict === 'fail') {
    const { block } = verdict.counts
    throw new HttpError(409, `${block === 1 ? '1 finding blocks' : `${block} findings block`} this commit.`, {
      members: { gate: verdict, scan_id: body.id },
    })
  }
  return { status, body: { ...body, gate: verdict } }
}
