import { deleteRef, listRefs, restoreRef } from '#contract/operations/projects.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { openByRef } from '#server/findings/counts/open-by-ref.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { badRequest, notFound } from '#server/http/errors.ts'
import { handle, handlePublic, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { formatInstant, readProjectByName } from '#server/records/projects/project.ts'
import { type ChangedRef, type RefRequest, deleteRef as remove, restoreRef as restore } from './delete-ref.ts'
import { refsOf } from './refs.ts'

/** Branches and other refs of projects. Source: docs/api.md#projects. */
export function refRoutes(services: Services): Route[] {
  const change = async (
    deployment: Deployment,
    request: RefRequest,
    work: (transaction: ChangeTransaction, request: RefRequest) => Promise<ChangedRef>,
  ) => {
    const { id } = await readProjectByName(services.database.read, deployment.id, request.repo)
    const changed = await services.change(
      deployment.id,
      request.actor,
      (transaction) => work(transaction, request),
      { event: 'project.changed', id: String(id) },
    )
    const { name, findings, restorableUntil } = changed
    return {
      ref: name,
      findings,
      restore_until: restorableUntil === null ? null : formatInstant(restorableUntil),
    }
  }

  return [
    handlePublic(listRefs, async ({ deployment, query }) => {
      const { repository_id: projectId = null, q = '', include = [] } = query
      if (projectId !== null) await assertRepositoryExists(services, deployment, projectId)
      if (projectId === null || !include.includes('summary'))
        return { refs: await refsOf(services.database.read, deployment.id, { projectId, q, open: null }) }
      return withSnapshot(services.columns, deployment.id, async (view) => {
        const open = await openByRef(view, deployment.id, projectId)
        return { refs: await refsOf(view.reader, deployment.id, { projectId, q, open }) }
      })
    }),

    handle(deleteRef, ({ deployment, query, principal }) => {
      const { repo = '', ref = '' } = query
      const missing = Object.entries({ repo, ref }).filter(([, value]) => value === '')
      if (missing.length > 0)
        throw badRequest(missing.map(([parameter]) => ({ parameter, detail: 'is missing' })))
      const at = services.now()
      return change(deployment, { repo, ref: wholeRef(ref), actor: principal.name, at }, remove)
    }),

    handle(restoreRef, ({ deployment, body: { repo, ref }, principal }) => {
      const at = services.now()
      return change(deployment, { repo, ref: wholeRef(ref), actor: principal.name, at }, restore)
    }),
  ]
}

async function assertRepositoryExists(services: Services, deployment: Deployment, id: number) {
  const row = await services.database.read
    .selectFrom('project')
    .select('id')
    .where('deployment_id', '=', deployment.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('repository')
}
