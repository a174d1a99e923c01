import type { GateAnswer } from '#contract/responses/gate.ts'
import { notFound } from '#server/http/errors.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { evaluate } from './evaluate.ts'
import { type GateRequest, gateProject } from './request.ts'
import { scanToGate } from './scans.ts'
import { newestVerdict, saysTheSame, storeVerdict, toGateAnswer } from './stored.ts'

/**
 * Answers the verdict on a commit, and stores it if it says something new. Where a later scan has replaced the findings
 * of the commit, the newest stored verdict is the answer.
 */
export async function answerGate(
  services: Services,
  deployment: Deployment,
  actor: string,
  request: GateRequest,
): Promise<GateAnswer> {
  const origin = { version: services.version, publicUrl: services.publicUrl(), slug: deployment.slug }
  const ofCommit = {
    deploymentId: deployment.id,
    projectId: request.project.id,
    commit: request.commit ?? '',
  }
  const { document, newest } = await services.database.snapshot(async ({ read }) => ({
    document: await evaluate(read, request, origin),
    newest: await newestVerdict(read, ofCommit),
  }))
  const at = services.now()
  const isReplaced = document.reasons.some(({ code }) => code === 'newer_scan')
  if (isReplaced) return toGateAnswer(newest ?? { id: null, document, evaluatedAt: at }, false)
  if (document.sources.length === 0 || saysTheSame(newest, document))
    return toGateAnswer({ id: newest?.id ?? null, document, evaluatedAt: at }, true)
  const id = await services.change(deployment.id, actor, (transaction) =>
    storeVerdict(transaction, ofCommit, { document, at, actor }),
  )
  return toGateAnswer({ id, document, evaluatedAt: at }, true)
}

/**
 * Answers the verdict on the commit of a scan, on the ref of the scan.
 * @throws HttpError 404 if the deployment has no such scan.
 */
export async function answerScanGate(
  services: Services,
  deployment: Deployment,
  actor: string,
  scanId: number | null,
  { base = null, isStrict = false }: { base?: string | null; isStrict?: boolean } = {},
): Promise<GateAnswer> {
  const { read } = services.database
  const scan = await scanToGate(read, deployment.id, scanId)
  if (!scan) throw notFound('scan')
  return answerGate(services, deployment, actor, {
    deploymentId: deployment.id,
    project: await gateProject(read, deployment.id, { id: scan.projectId }),
    commit: scan.commit,
    ref: scan.refName,
    base,
    isStrict,
    changedFiles: null,
  })
}
