import { invitePerson, listPeople, patchPerson } from '#contract/operations/people.ts'
import type { Writer } from '#server/db/database.ts'
import { badRequest } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { changePerson } from './change.ts'
import { invitePerson as invite } from './invite.ts'
import { listPeople as readPeople, type Viewpoint } from './list.ts'

/** People of a deployment who sign in by single sign-on. Source: docs/api.md#people. */
export function peopleRoutes(services: Services): Route[] {
  const viewOf = (deployment: Deployment, principal: Principal): Viewpoint => ({
    deployment,
    deployments: services.deployments.all(),
    principal,
    now: services.now(),
  })
  /** Runs a change, and reads the person as it leaves them. */
  const changed = async (view: Viewpoint, work: (transaction: Writer) => Promise<number>) => {
    const person = await services.record(async (transaction) => {
      const [changedPerson] = await readPeople(transaction, view, await work(transaction))
      return changedPerson
    })
    services.authenticator.logEndedSessions()
    return { person }
  }

  return [
    handle(listPeople, async ({ deployment, principal }) => ({
      people: await readPeople(services.database.read, viewOf(deployment, principal)),
      singleSignOn: services.singleSignOn !== null,
    })),

    handle(invitePerson, ({ deployment, body, principal }) => {
      const view = viewOf(deployment, principal)
      return changed(view, (transaction) => invite(transaction, view, body))
    }),

    handle(patchPerson, async ({ deployment, path, body, principal }) => {
      if (body.name === undefined && body.role === undefined && body.disabled === undefined) {
        throw badRequest([{ pointer: '', detail: 'set name, role or disabled' }])
      }
      const view = viewOf(deployment, principal)
      const answer = await changed(view, (transaction) => changePerson(transaction, view, path.id, body))
      // What a person owns has another owner in lists and counts.
      for (const { id } of body.role === undefined ? services.deployments.all() : [])
        await services.change(id, principal.name, async ({ changed: rows }) => rows.table('team'))
      return answer
    }),
  ]
}
