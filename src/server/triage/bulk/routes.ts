import {
  cancelJob,
  createTriageJob,
  getJob,
  listJobs,
  listTriageChanges,
  undoJob,
} from '#contract/operations/triage.ts'
import type { ChangeEvent } from '#server/changes/change-services.ts'
import { beforeChange, prepareColumns, withSnapshot } from '#server/findings/snapshot.ts'
import { HttpError } from '#server/http/errors.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { parseTriage } from '../decisions/triage-request.ts'
import { assertTargetExists } from '../decisions/triage-target.ts'
import { listChanges } from './changes.ts'
import { createJob } from './create.ts'
import { jobWithId, toJob } from './job.ts'
import { planJob } from './preview.ts'
import { finishJob, publishEnd } from './progress.ts'
import { createUndoJob } from './undo.ts'

const defaultLimit = 50

const countMissing = { pointer: '/expected_count', detail: 'is missing: it is the `count` of the preview' }

/** Bulk decisions: preview, create, follow, cancel, undo; and the list of all decisions. */
export function jobRoutes(services: Services): Route[] {
  const { read } = services.database

  return [
    createRoute(services),

    handle(listJobs, async ({ query, deployment, principal }) => {
      const rows = await read
        .selectFrom('job')
        .selectAll()
        .where('deployment_id', '=', deployment.id)
        .$if(query.mine === true, (jobs) => jobs.where('actor', '=', principal.name))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(query.limit ?? defaultLimit)
        .execute()
      return { jobs: rows.map((row) => toJob(row, services.now())) }
    }),

    handle(getJob, async ({ path, deployment }) =>
      toJob(await jobWithId(read, deployment.id, path.id), services.now()),
    ),

    handle(cancelJob, async ({ path, deployment, principal }) => {
      const { job } = await services.change(
        deployment.id,
        principal.name,
        async (transaction) => {
          const row = await jobWithId(transaction, deployment.id, path.id)
          if (row.finished_at !== null) throw new HttpError(409, 'This job has already finished.')
          return finishJob(transaction, row, 'cancelled', services.now(), { actor: principal.name })
        },
        { event: 'job.changed', id: path.id },
      )
      publishEnd(job)
      return toJob(job, services.now())
    }),

    handle(undoJob, async ({ path, deployment, principal }) => {
      const request = { deploymentId: deployment.id, id: path.id, actor: principal.name, at: services.now() }
      const job = await services.change(
        deployment.id,
        principal.name,
        (transaction) => createUndoJob(transaction, request),
        { event: 'job.changed', id: path.id },
      )
      services.jobs.wake('job')
      return toJob(job, services.now())
    }),

    handle(listTriageChanges, async ({ query, deployment, principal }) => {
      const request = {
        deploymentId: deployment.id,
        actor: query.mine === true ? principal.name : null,
        limit: query.limit ?? defaultLimit,
        now: services.now(),
      }
      return { changes: await read.transaction().execute((reader) => listChanges(reader, request)) }
    }),
  ]
}

/** Previews or creates a bulk decision. */
function createRoute(services: Services): Route {
  const { read } = services.database
  return handle(createTriageJob, async ({ query, body, deployment, principal, reply }) => {
    const { expected_count: expected } = body
    const triage = await parseTriage(read, deployment.id, body, {
      now: services.now(),
      actor: principal.name,
      all: true,
      faults: query.preview === true || expected !== undefined ? [] : [countMissing],
    })
    const request = { deploymentId: deployment.id, actor: principal.name, triage }
    const filter = 'selection' in triage.target ? triage.target.selection.filter : {}
    if (query.preview === true || expected === undefined) {
      reply.code(200)
      return withSnapshot(
        services.columns,
        deployment.id,
        async (view) => {
          await assertTargetExists(view.reader, triage, deployment.id)
          return (await planJob(view, request)).preview
        },
        filter,
      )
    }
    await prepareColumns(services.columns, deployment.id, filter)
    const event: ChangeEvent = { event: 'job.changed' }
    const job = await services.change(
      deployment.id,
      principal.name,
      async (transaction, run) => {
        const plan = await beforeChange(
          services.columns,
          deployment.id,
          run.reader,
          (view) => planJob(view, request),
          filter,
        )
        const created = await createJob(transaction, request, { expected, at: services.now(), plan })
        event.id = String(created.id)
        return created
      },
      event,
    )
    services.jobs.wake('job')
    return toJob(job, services.now())
  })
}
