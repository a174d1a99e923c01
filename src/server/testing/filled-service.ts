import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { loadDemo } from '#server/demo/load.ts'
import type { Place } from './examples/example-fixtures.ts'
import { startTestService } from './service.ts'

/** Large enough that the rows of a page lie apart in either size, small enough to be made in a second. */
const size = { projects: 10, findings: 1_500, dependencies: 3_000, rules: 200, scans: 300 }

/** A service with the made-up organisation so many times as large, and one of each thing in it. */
export async function filledService(times: number): Promise<Place> {
  const service = await startTestService()
  const { database, deployments } = service.services
  const profile = {
    projects: size.projects * times,
    findings: size.findings * times,
    dependencies: size.dependencies * times,
    rules: size.rules * times,
    scans: size.scans * times,
  }
  const { deploymentId } = await loadDemo(database, { now: service.clock.now, profile })
  await deployments.refresh()
  const connection = connectionOf(database)

  function one(column: string, rest: string, ...values: (number | string)[]) {
    const row = connection.prepare(`select ${column} as value from ${rest} limit 1`).get(...values)
    if (!row) throw new Error(`the made-up organisation has nothing from ${rest}`)
    return row['value']
  }
  const openOf = (type: number) =>
    Number(
      one(
        'id',
        'finding where deployment_id = ? and type = ? and status = 0 and on_primary = 1 and removed = 0 order by id',
        deploymentId,
        type,
      ),
    )

  // Of audited events only those of triage are more with more findings.
  const again = JSON.stringify(Array.from({ length: times - 1 }, (_, index) => index + 1))
  connection
    .prepare(
      `insert into audit_event (deployment_id, at, actor, action, target, detail_json)
       select deployment_id, at - json_each.value, actor, action, target, detail_json
       from audit_event, json_each(?) where deployment_id = ? and action not like 'findings.%'`,
    )
    .run(again, deploymentId)

  // Projects differ in size: one that has about as many dependencies in either size.
  const project = Number(
    one(
      'project_id',
      'dependency where deployment_id = ? and on_primary = 1 group by project_id order by abs(count(*) - 300)',
      deploymentId,
    ),
  )
  connection.prepare('update project set managed_full = 0 where id = ?').run(project)
  const rule = Number(one('rule_id', 'policy_rule where deployment_id = ? and mode = 0', deploymentId))
  return {
    service,
    at: { deploymentId, deploymentSlug: 'acme' },
    project: { id: project, name: String(one('name', 'project where id = ?', project)) },
    sast: openOf(0),
    sca: openOf(1),
    secret: openOf(2),
    rule: String(one('path', 'rule where id = ?', rule)),
    policy: String(one('policy_id', 'policy_rule where rule_id = ? and mode = 0', rule)),
    scan: Number(one('id', 'scan where project_id = ? and status = 1 order by id', project)),
  }
}
