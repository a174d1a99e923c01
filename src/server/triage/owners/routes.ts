import {
  getCodeowners,
  listOwnerRules,
  sendCodeowners,
  setCodeowners,
  setOwnerRule,
} from '#contract/operations/owners.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import type { TeamActor } from '#server/access/teams/change-teams.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { badRequest } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import * as rules from './owner-rules.ts'
import * as files from './set-codeowners.ts'

/** What gives findings their owners: `CODEOWNERS` files, tags and rules. Source: docs/api.md#owners. */
export function ownerRuleRoutes(services: Services): Route[] {
  const { read } = services.database
  /** Runs a change that may have created a job. */
  const change = async <T>(
    deployment: Deployment,
    principal: Principal,
    work: (transaction: ChangeTransaction, by: TeamActor) => Promise<T>,
  ) => {
    const answer = await services.change(deployment.id, principal.name, (transaction) =>
      work(transaction, { actor: principal.name, at: services.now() }),
    )
    services.jobs.wake('job')
    return answer
  }

  return [
    handle(listOwnerRules, ({ deployment }) => rules.readOwnerRules(read, deployment.id)),

    handle(setOwnerRule, ({ deployment, body, principal }) =>
      change(deployment, principal, (transaction, by) => rules.setOwnerRule(transaction, body, by)),
    ),

    handle(getCodeowners, async ({ deployment, query }) => {
      const project = await files.projectNamed(read, deployment.id, query.project)
      return { codeowners: await files.readCodeowners(read, deployment.id, project) }
    }),

    handle(setCodeowners, ({ deployment, query, body, principal }) =>
      change(deployment, principal, async (transaction, by) => {
        const project = await files.projectNamed(transaction, deployment.id, query.project)
        await files.setCodeowners(transaction, project, { content: body.content, uploaded: false }, by)
        return { codeowners: await files.readCodeowners(transaction, deployment.id, project) }
      }),
    ),

    handle(sendCodeowners, async ({ deployment, query, principal, request }) => {
      const { ref } = query
      if (ref === undefined) throw badRequest([{ parameter: 'ref', detail: 'is missing' }])
      const { readCodeownersFile } = await import('./read-codeowners.ts')
      const content = await readCodeownersFile(request.body, request.headers['content-type'])
      return change(deployment, principal, async (transaction, by) => {
        const project = await files.projectNamed(transaction, deployment.id, query.project)
        const reason = await files.refusalOf(transaction, project, wholeRef(ref))
        if (reason === null) await files.setCodeowners(transaction, project, { content, uploaded: true }, by)
        const codeowners = await files.readCodeowners(transaction, deployment.id, project)
        return { codeowners, applied: reason === null, reason }
      })
    }),
  ]
}
