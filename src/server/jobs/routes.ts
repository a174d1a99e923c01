import { cancelJob, createTriageJob, getJob, listJobs, listTriageChanges, undoJob } from '#contract/triage.ts'
import { demandKnown, readTriage, view } from '#server/findings/public.ts'
import { Refusal } from '#server/http/errors.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { ChangeEvent, Services } from '#server/http/services.ts'
import { listChanges } from './changes.ts'
import { createJob } from './create.ts'
import { answerOf, jobWithId } from './job.ts'
import { previewIn } from './preview.ts'
import { finish } from './progress.ts'
import { wake } from './runner.ts'
import { createUndoing } from './undo.ts'

const listedWhereNotSaid = 50

/** Large decisions: previewed, made, followed, cancelled, undone; and the list of all decisions. */
export function jobRoutes(services: Services): Route[] {
  const { read } = services.database

  return [
    handle(createTriageJob, async ({ query, body, deployment, principal, reply }) => {
      const { expected_count: expected } = body
      const missing =
        query.preview !== true && expected === undefined
          ? [
              {
                pointer: '/expected_count',
                detail: 'is missing: it is the `count` of the preview',
              },
            ]
          : []
      const triage = await readTriage(read, deployment.id, body, { all: true, faults: missing })
      const asked = { deploymentId: deployment.id, actor: principal.name, triage }
      if (query.preview === true || expected === undefined) {
        reply.code(200)
        return view(services.database, async (one) => {
          await demandKnown(one.reader, triage, deployment.id)
          return previewIn(one, asked)
        })
      }
      const event: ChangeEvent = { event: 'job.changed' }
      const job = await services.change(
        deployment.id,
        principal.name,
        async (transaction) => {
          const made = await createJob(transaction, asked, expected, services.now())
          event.id = String(made.id)
          return made
        },
        event,
      )
      wake(services, deployment.id)
      return answerOf(job, services.now())
    }),

    handle(listJobs, async ({ query, deployment, principal }) => {
      const rows = await read
        .selectFrom('job')
        .selectAll()
        .where('deployment_id', '=', deployment.id)
        .$if(query.mine === true, (jobs) => jobs.where('actor', '=', principal.name))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(query.limit ?? listedWhereNotSaid)
        .execute()
      return { jobs: rows.map((row) => answerOf(row, services.now())) }
    }),

    handle(getJob, async ({ path, deployment }) =>
      answerOf(await jobWithId(read, deployment.id, path.id), services.now()),
    ),

    handle(cancelJob, async ({ path, deployment, principal }) => {
      const { job } = await services.change(
        deployment.id,
        principal.name,
        async (transaction) => {
          const row = await jobWithId(transaction, deployment.id, path.id)
          if (row.finished_at !== null) throw new Refusal(409, 'This job has already finished.')
          const ending = { actor: principal.name }
          return finish(transaction, row, 'cancelled', services.now(), ending)
        },
        { event: 'job.changed', id: path.id },
      )
      return answerOf(job, services.now())
    }),

    handle(undoJob, async ({ path, deployment, principal }) => {
      const asked = { deploymentId: deployment.id, id: path.id, actor: principal.name, at: services.now() }
      const job = await services.change(
        deployment.id,
        principal.name,
        (transaction) => createUndoing(transaction, asked),
        { event: 'job.changed', id: path.id },
      )
      wake(services, deployment.id)
      return answerOf(job, services.now())
    }),

    handle(listTriageChanges, async ({ query, deployment, principal }) => {
      const asked = {
        deploymentId: deployment.id,
        actor: query.mine === true ? principal.name : null,
        limit: query.limit ?? listedWhereNotSaid,
        now: services.now(),
      }
      return { changes: await read.transaction().execute((reader) => listChanges(reader, asked)) }
    }),
  ]
}
