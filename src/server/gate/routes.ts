import { evaluateGate, getGate, getScanGate, listGateVerdicts } from '#contract/operations/gate.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { addTotalHeaders } from '#server/http/response/page-links.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { gateProject } from '#server/records/gate/request.ts'
import { newestCommit } from '#server/records/gate/scans.ts'
import { listVerdicts } from '#server/records/gate/stored.ts'
import { readRenamedFiles } from '#server/reports/values/read-renamed-files.ts'
import { formerPaths } from '#server/reports/values/renamed-files.ts'
import { answerGate, answerScanGate } from './answer.ts'

const refOf = (ref: string | undefined) => (ref === undefined || ref === '' ? null : wholeRef(ref))

/** The gate: whether a commit may pass. Source: docs/api.md#gate. */
export function gateRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handle(getGate, async ({ deployment, path, query, principal }) => {
      const project = await gateProject(read, deployment.id, { name: path.projectName })
      const about = { deploymentId: deployment.id, project, ref: refOf(query.ref) }
      return answerGate(services, deployment, principal.name, {
        ...about,
        commit: query.commit || (await newestCommit(read, about)),
        base: refOf(query.base),
        isStrict: query.strict ?? false,
        changedFiles: null,
        renamedFiles: new Map(),
        isDryRun: false,
      })
    }),

    handle(evaluateGate, async ({ deployment, path, body, principal }) =>
      answerGate(services, deployment, principal.name, {
        deploymentId: deployment.id,
        project: await gateProject(read, deployment.id, { name: path.projectName }),
        commit: body.commit,
        ref: refOf(body.ref),
        base: refOf(body.base),
        isStrict: body.strict ?? false,
        changedFiles: body.changed_files ? new Set(body.changed_files) : null,
        renamedFiles: formerPaths(readRenamedFiles(body.renamed_files ?? [])),
        isDryRun: body.dry_run ?? false,
      }),
    ),

    handle(getScanGate, async ({ deployment, path, query, principal }) =>
      answerScanGate(services, deployment, principal.name, ownId(path.scanId), {
        base: refOf(query.base),
        isStrict: query.strict ?? false,
      }),
    ),

    handle(listGateVerdicts, async ({ deployment, path, query, request, reply }) => {
      const project = await gateProject(read, deployment.id, { name: path.projectName })
      const { page = 0, page_size: size = 20 } = query
      const { total, answer } = await listVerdicts(
        read,
        { deploymentId: deployment.id, projectId: project.id, commit: query.commit || null },
        { page, size },
      )
      addTotalHeaders(services, request, reply, { page, pageSize: size, total, onward: false })
      return answer
    }),
  ]
}
