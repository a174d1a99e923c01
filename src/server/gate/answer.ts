import type { GateAnswer } from '#contract/responses/gate.ts'
import { notFound } from '#server/http/errors.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { comparisonOf, type GateRequest, gateProject } from '#server/records/gate/request.ts'
import { scanToGate } from '#server/records/gate/scans.ts'
import { newestVerdict, saysTheSame, storeVerdict, toGateAnswer } from '#server/records/gate/stored.ts'
import { formerPaths, type RenamedFile } from '#server/reports/values/renamed-files.ts'
import { evaluate } from './evaluate.ts'

/**
 * Answers the verdict on a commit, and stores it if it says something new. A comparison that only informs is not stored. Where a later scan has replaced the findings
 * of the commit, the newest stored verdict is the answer.
 */
export async function answerGate(
  services: Services,
  deployment: Deployment,
  actor: string,
  request: GateRequest,
): Promise<GateAnswer> {
  const at = services.now()
  const origin = { version: services.version, publicUrl: services.publicUrl(), slug: deployment.slug }
  const subject = {
    deploymentId: deployment.id,
    projectId: request.project.id,
    commit: request.commit ?? '',
    comparison: comparisonOf(request),
  }
  const { document, newest, ...found } = await services.database.snapshot(async ({ read }) => {
    const previous = await newestVerdict(read, subject)
    return { ...(await evaluate(read, request, { origin, now: at, previous })), newest: previous }
  })
  const has = (...codes: string[]) => document.reasons.some(({ code }) => codes.includes(code))
  if (has('newer_scan')) return toGateAnswer(newest ?? { id: null, document, evaluatedAt: at }, false)
  const isStored =
    document.sources.length > 0 && !has('base_not_protected', 'no_base_ref') && !request.isDryRun
  if (!isStored) return toGateAnswer({ id: null, document, evaluatedAt: at }, true)
  if (saysTheSame(newest, document)) return toGateAnswer({ id: newest.id, document, evaluatedAt: at }, true)
  const id = await services.change(
    deployment.id,
    actor,
    (transaction) => storeVerdict(transaction, subject, { document, at, actor, ...found }),
    { event: 'gate.evaluated', id: String(request.project.id) },
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
  {
    base = null,
    isStrict = false,
    renamedFiles = [],
  }: { base?: string | null; isStrict?: boolean; renamedFiles?: readonly RenamedFile[] } = {},
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
    renamedFiles: formerPaths(renamedFiles),
    isDryRun: false,
  })
}
