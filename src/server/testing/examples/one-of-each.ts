import { sql } from 'kysely'
import type { Operation } from '#contract/operation.ts'
import { createComment } from '#contract/operations/comments.ts'
import { createTeam } from '#contract/operations/owners.ts'
import { invitePerson } from '#contract/operations/people.ts'
import { exportSbom } from '#contract/operations/sbom.ts'
import { listSessions } from '#contract/operations/sessions.ts'
import { createToken } from '#contract/operations/tokens.ts'
import { createTriageJob, triage } from '#contract/operations/triage.ts'
import { createView, keepFilter } from '#contract/operations/views.ts'
import { createWebhook, patchWebhook } from '#contract/operations/webhooks.ts'
import { jsonInteger } from '#server/db/sql.ts'
import { rowsOf } from '../rows.ts'
import { startTestService } from '../service.ts'
import { addApproval } from './add-approval.ts'
import { addDelivery } from './add-delivery.ts'
import { addMention } from './add-mention.ts'

/** The rule that `createOneOfEach` puts into the first policy. */
export const rule = 'python.flask.debug-on'

/** A service with one of everything that has an id, in the deployment `main`. */
export async function createOneOfEach(options: Parameters<typeof startTestService>[0] = {}) {
  const service = await startTestService(options)
  const { call, services, deployment, clock } = service
  const rows = rowsOf(services.database, deployment.id, clock.now)
  const project_id = await rows.project()
  const ref_id = await rows.ref({ project_id })
  const scan = await rows.scan({ project_id, ref_id })
  const rule_id = await rows.rule({ path: rule })
  await rows.policyRule({ policy_id: 1, rule_id })
  await rows.lockfile({ project_id, ref_id })
  const finding = await rows.finding({ project_id, ref_id, rule_id, policy_id: 1 })
  const match = await rows.match({ project_id, finding_id: finding, kind: 'candidate', other_id: finding })
  const importId = await rows.importJob()
  const decision = { issue_type: 'sast', issue_ids: [finding], new_triage_state: 'fixing' }
  const comment = (await call(createComment, { path: { id: finding }, body: { text: 'Seen.' } })).body
  const mention = await addMention(service, deployment.id, comment.id)
  const change = (await call(triage, { body: decision })).body.change_id
  const body = { ...decision, new_triage_state: 'reviewing', expected_count: 1 }
  const job = Object(await call(createTriageJob, { body: body })).body.id
  const view = (await call(createView, { body: { name: 'mine', page: 'code', query: '', shared: true } }))
    .body
  const filter = (await call(keepFilter, { body: { query: 'q=a' } })).body
  const task = (await call(exportSbom, { body: {} })).body
  const made = { name: 'Ann', role: 'admin', webApiEnabled: true }
  const { token, secret } = (await call(createToken, { body: made })).body
  await service.send('POST', '/api/v1/session', { body: { token: secret }, token: null })
  const { sessions } = (await call(listSessions, { token: secret })).body
  const invitation = { email: 'ann@acme.example', role: 'viewer' }
  const { webhook } = (
    await call(createWebhook, {
      body: { name: 'Chat', url: 'https://hooks.example/security', events: ['finding.new'] },
    })
  ).body
  await call(patchWebhook, { path: { id: webhook.id }, body: { disabled: true } })
  const delivery = await addDelivery(service, deployment.id, Number(webhook.id))
  const { person } = (await call(invitePerson, { body: invitation })).body
  const approval = await addApproval(service, deployment.id, finding)
  const { team } = (await call(createTeam, { body: { name: 'Payments' } })).body
  await services.jobs.settled()
  await services.jobs.settled()
  const event = await services.database.read
    .selectFrom('audit_event')
    .select('id')
    .where('deployment_id', '=', deployment.id)
    .where(jsonInteger(sql.ref('detail_json'), 'count'), '>', 0)
    .orderBy('id')
    .executeTakeFirst()
  /** The ids of a path by the address that they stand in. */
  const idsOf = ({ path }: Operation): Record<string, string> => {
    const id = /\/(\w+)\/\{id\}/.exec(path)?.[1] ?? ''
    const numbers = {
      findings: finding,
      jobs: job,
      tokens: token.id,
      sessions: sessions[0]?.id,
      people: person.id,
      teams: team.id,
      approvals: approval,
      mentions: mention,
      webhooks: webhook.id,
    }
    return {
      id: String(Object(numbers)[id]),
      change_id: String(change),
      eventId: String(event?.id),
      matchId: String(match),
      commentId: comment.id,
      importId: String(importId),
      viewId: view.id,
      deliveryId: String(delivery),
      filterId: filter.id,
      taskToken: task.taskToken,
      projectName: 'acme/shop',
      repositoryId: String(project_id),
      scanId: String(scan),
      policyId: '1',
      rulePath: rule,
    }
  }
  return { ...service, idsOf, finding, project_id }
}
