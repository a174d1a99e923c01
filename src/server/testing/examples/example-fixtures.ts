import { sql } from 'kysely'
import { createTeam } from '#contract/operations/owners.ts'
import { invitePerson } from '#contract/operations/people.ts'
import { createPolicy, getRule, listPolicies, policyHistory } from '#contract/operations/policies.ts'
import { exportSbom } from '#contract/operations/sbom.ts'
import { createScan } from '#contract/operations/scans.ts'
import { listSessions } from '#contract/operations/sessions.ts'
import { createToken } from '#contract/operations/tokens.ts'
import { createTriageJob } from '#contract/operations/triage.ts'
import { createView } from '#contract/operations/views.ts'
import { purlOf } from '#server/base/purl.ts'
import { result, semgrep } from '../../scans/testing/upload.ts'
import { reportChange } from '../changing.ts'
import { rowsOf } from '../rows.ts'
import { runSql } from '../run-sql.ts'
import type { CallOptions, TestService } from '../service.ts'

/** A filled deployment, and one of each thing in it to ask about. */
export interface Place {
  service: TestService
  /** The path of the deployment. */
  at: { deploymentId: number; deploymentSlug: string }
  project: { id: number; name: string }
  /** Open findings of that project, each of one type. */
  sast: number
  sca: number
  secret: number
  rule: string
  policy: string
  scan: number
}

/** Asks about the project of a place. */
export const project = ({ project: { name } }: Place, more: CallOptions = {}): CallOptions => ({
  ...more,
  path: { projectName: name },
})
/** A note about a finding of a place. */
export const decision = (place: Place, type: 'sast' | 'sca' | 'secrets' = 'sast') => ({
  issue_type: type,
  issue_ids: [{ sast: place.sast, sca: place.sca, secrets: place.secret }[type]],
  new_note: crypto.randomUUID(),
})

/** A token of its own, with its secret. */
export async function makeToken({ service, at }: Place) {
  const made = { name: `Ann ${crypto.randomUUID()}`, role: 'admin', webApiEnabled: true }
  return (await service.call(createToken, { path: at, body: made })).body
}

/** The id of an invited person. */
export async function invited({ service, at }: Place) {
  const body = { email: `${crypto.randomUUID()}@acme.example`, role: 'analyst' }
  return (await service.call(invitePerson, { path: at, body })).body.person.id
}

/** The id of a team of its own. */
export async function teamIn({ service, at }: Place) {
  const body = { name: `team ${crypto.randomUUID()}` }
  return (await service.call(createTeam, { path: at, body })).body.team.id
}

/** A session, and the token that it was begun with. */
export async function makeSession(place: Place) {
  const { secret } = await makeToken(place)
  await place.service.send('POST', '/api/v1/session', { body: { token: secret }, token: null })
  const { sessions } = (await place.service.call(listSessions, { token: secret })).body
  return { secret, id: sessions[0]?.id ?? '' }
}

/** The id of a view. */
export async function makeView({ service, at }: Place) {
  const made = { name: `mine ${crypto.randomUUID()}`, page: 'code', query: 'status=open' }
  return (await service.call(createView, { path: at, body: made })).body.id
}

/** A VEX document about the dependency of a place. */
export async function makeVex({ service, at, project, sca }: Place): Promise<CallOptions> {
  const { services, clock } = service
  const finding = await services.database.read
    .selectFrom('finding')
    .select(['ecosystem', 'package', 'package_version', 'advisory'])
    .where('deployment_id', '=', at.deploymentId)
    .where('id', '=', sca)
    .executeTakeFirstOrThrow()
  const purl = purlOf(finding.ecosystem ?? '', finding.package ?? '', finding.package_version ?? '')
  const document = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://example.com/vex/1',
    author: 'Example Security',
    timestamp: new Date(clock.now).toISOString(),
    version: 1,
    statements: [
      {
        vulnerability: { name: finding.advisory },
        products: [{ '@id': purl }],
        status: 'under_investigation',
      },
    ],
  }
  return { query: { project: project.name }, body: Buffer.from(JSON.stringify(document)) }
}

/** A job that has ended. */
export async function makeJob(place: Place) {
  const { service, at } = place
  const body = { ...decision(place), expected_count: 1 }
  const { id } = Object(await service.call(createTriageJob, { path: at, body: body })).body
  await service.services.jobs.settled()
  return { path: { id } }
}

/** An export that has ended. */
export async function makeExport({ service, at, project: { id } }: Place) {
  const { body } = await service.call(exportSbom, { path: at, body: { repositoryId: String(id) } })
  await service.services.jobs.settled()
  return { path: { taskToken: body.taskToken } }
}

/** A new policy; its id. */
export async function makePolicy({ service, at }: Place): Promise<string> {
  const { policies } = (await service.call(listPolicies, { path: at })).body
  const { body } = await service.call(createPolicy, {
    path: at,
    body: { name: `Policy ${policies.length}`, appliesTo: { all: true } },
  })
  return body.policy?.id ?? ''
}

/** The newest change of a policy. */
export async function lastPolicyChange({ service, at, policy }: Place) {
  const { body } = await service.call(policyHistory, {
    path: { ...at, policyId: policy },
    query: { limit: 1 },
  })
  return { policyId: policy, change_id: Object(body).changes[0].id }
}

/** A match of a finding with an ignored one of its ref, as a scan would have stored it, and what is said of it. */
export const makeMatch =
  (kind: 'candidate' | 'match', basis: string, same: boolean) =>
  async ({ service, at, project, scan, sast }: Place): Promise<CallOptions> => {
    const { database } = service.services
    const [other] = await runSql(
      database,
      sql<{
        id: number
      }>`update finding set state = 0, triage_state = 2, triage_reason = 0, status = 2, flaw_id = id
        where id = (
          select other.id from finding join finding as other using (ref_id, type)
          where finding.id = ${sast} and other.id <> ${sast} order by other.id limit 1
        ) returning id`,
    )
    await reportChange(database, at.deploymentId, (changed) => changed.findings([Number(other?.id)]))
    const id = await rowsOf(database, at.deploymentId, service.clock.now).match({
      project_id: project.id,
      finding_id: sast,
      other_id: basis === 'renamed' ? null : Number(other?.id),
      kind,
      basis,
      scan_id: scan,
    })
    return { path: { id: sast, matchId: id }, body: { same } }
  }

/** The rename of a rule, which two scans of a project of its own show. */
export async function makeRename({ service, at }: Place): Promise<CallOptions> {
  const [name, path] = [`acme/${crypto.randomUUID()}`, crypto.randomUUID()]
  for (const rule of [`rules.${path}`, `configs.rules.${path}`]) {
    const results = ['a.js', 'b.js'].map((file) => result(rule, file, 'eval(x)'))
    await service.call(createScan, {
      path: at,
      query: { project: name },
      body: Buffer.from(JSON.stringify(semgrep(results))),
    })
  }
  const rulePath = `rules.${path}`
  const { body } = await service.call(getRule, { path: { ...at, rulePath } })
  return { path: { rename_id: body.rule.renames[0]?.id ?? 0 } }
}

/** A branch of the project that is not the primary one, with a finding. */
export async function branchIn({ service, at, project, sast }: Place) {
  const { database } = service.services
  const [known] = await runSql(
    database,
    sql<{
      refs: number
      rule: number
    }>`select (select count(*) from ref where project_id = ${project.id}) as refs,
      (select rule_id from finding where id = ${sast}) as rule`,
  )
  const rows = rowsOf(database, at.deploymentId, service.clock.now)
  const name = `refs/heads/old-${Number(known?.refs)}`
  const ref_id = await rows.ref({ project_id: project.id, name, is_primary: 0 })
  await rows.finding({ project_id: project.id, ref_id, rule_id: Number(known?.rule), on_primary: 0 })
  return { repo: project.name, ref: name }
}

/** A source of the project. */
export async function sourceIn({ service, project }: Place) {
  const [source] = await runSql(
    service.services.database,
    sql<{ tool: string; category: string }>`select tool, category
      from scan join scan_source on scan_source.id = source_id where project_id = ${project.id} order by scan.id limit 1`,
  )
  return { body: { repo: project.name, tool: String(source?.tool), category: String(source?.category) } }
}

/** A job that still runs. */
export async function makeRunningJob(place: Place) {
  const job = await makeJob(place)
  await runSql(
    place.service.services.database,
    sql`update job set state = 'running', finished_at = null where id = ${Number(job.path.id)}`,
  )
  return job
}

/** An export that has failed. */
export async function makeFailedExport(place: Place) {
  const made = await makeExport(place)
  await runSql(
    place.service.services.database,
    sql`update sbom_export set status = 'SBOM_EXPORT_STATUS_FAILED' where task_token = ${made.path.taskToken}`,
  )
  return made
}

/** A scan that is held, since it would fix all findings of a project of its own. */
export async function makeHeldScan({ service, at }: Place) {
  const query = { project: 'acme/held' }
  const all = Array.from({ length: 6 }, (_, line) => result('xss', `src/${line}.py`, `render(a${line})`, 10))
  await service.call(createScan, { path: at, query, body: semgrep(all) })
  service.clock.now += 60_000
  const { body } = await service.call(createScan, {
    path: at,
    query: { ...query, commit: 'b2' },
    body: semgrep([]),
  })
  return { path: { scanId: body.id } }
}
