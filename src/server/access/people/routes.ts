import { invitePerson, listPeople, patchPerson } from '#contract/operations/people.ts'
import type { Writer } from '#server/db/database.ts'
import { badRequest } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { changePerson } from './change.ts'
import { invitePerson as invite } from './invite.ts'
import { listPeople as readPeople, type Viewpoint } from './list.ts'

/** People of a deployment. Source: docs/api.md#people. */
export function peopleRoutes(services: Services): Route[] {
  const viewOf = (deployment: Deployment, principal: Principal): Viewpoint => ({
    deployment,
    deployments: services.deployments.all(),
    principal,
    now: services.now(),
  })
  /** Runs a change, and reads the person as it leaves them. */
  const changed = async <Result extends { id: number }>(
    view: Viewpoint,
    work: (transaction: Writer) => Promise<Result>,
  ) => {
    const answer = await services.record(async (transaction) => {
      const result = await work(transaction)
      const [person] = await readPeople(transaction, view, result.id)
      return { person, result }
    })
    services.authenticator.logEndedSessions()
    return answer
  }

  return [
    handle(listPeople, async ({ deployment, principal }) => ({
      people: await readPeople(services.database.read, viewOf(deployment, principal)),
      singleSignOn: services.singleSignOn !== null,
    })),

    handle(invitePerson, async ({ deployment, body, principal }) => {
      const view = viewOf(deployment, principal)
      const { person, result } = await changed(view, (transaction) =>
        invite(transaction, view, body, services.singleSignOn !== null),
      )
      const { link } = result
      return {
        person,
        invitation: link && {
          url: `${services.publicUrl()}/sign-in#invitation=${link.secret}`,
          expiresAt: new Date(link.expiresAt).toISOString(),
        },
      }
    }),

    handle(patchPerson, async ({ deployment, path, body, principal }) => {
      if (body.name === undefined && body.role === undefined && body.disabled === undefined) {
        throw badRequest([{ pointer: '', detail: 'set name, role or disabled' }])
      }
      const view = viewOf(deployment, principal)
      const { person } = await changed(view, async (transaction) => ({
        id: await changePerson(transaction, view, path.id, body),
      }))
      // What a person owns has another owner in lists and counts.
      for (const { id } of body.role === undefined ? services.deployments.all() : [])
        await services.change(id, principal.name, async ({ changed: rows }) => rows.table('team'))
      return { person }
    }),
  ]
}
