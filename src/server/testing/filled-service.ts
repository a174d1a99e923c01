import { type RawBuilder, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { loadDemo } from '#server/demo/load.ts'
import type { Place } from './examples/example-fixtures.ts'
import { startProvider } from './provider/provider.ts'
import { configOf } from './provider/sign-in.ts'
import { runSql } from './run-sql.ts'
import { startTestService } from './service.ts'

/** Large enough that the rows of a page lie apart in either size, small enough to be made in a second. */
const size = { projects: 10, findings: 1_500, dependencies: 3_000, rules: 200, scans: 300 }

/** A service with the made-up organisation so many times as large, and one of each thing in it. */
export async function filledService(times: number): Promise<Place> {
  const provider = await startProvider(['http://127.0.0.1:4400/sign-in'])
  onTestFinished(() => provider.stop())
  const service = await startTestService({ config: { singleSignOn: configOf(provider.issuer) } })
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

  async function one<T = number>(column: string, rest: RawBuilder<unknown>): Promise<T> {
    const { rows } = await sql<{ value: T }>`select ${sql.ref(column)} as value from ${rest} limit 1`.execute(
      database.read,
    )
    const [row] = rows
    if (!row) throw new Error('the made-up organisation lacks what an example needs')
    return row.value
  }
  const openOf = (type: number) =>
    one(
      'id',
      sql`finding where deployment_id = ${deploymentId} and type = ${type} and status = 0 and on_primary = 1
        and removed = 0 order by id`,
    )

  // Of audited events only those of triage are more with more findings.
  await runSql(
    database,
    sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < ${times})
      insert into audit_event (deployment_id, at, actor, action, target, detail_json)
      select deployment_id, at - n, actor, action, target, detail_json from audit_event, number
      where n < ${times} and deployment_id = ${deploymentId} and action not like 'findings.%'`,
  )

  // Projects differ in size: one that has about as many dependencies in either size.
  const project = await one(
    'project_id',
    sql`dependency where deployment_id = ${deploymentId} and on_primary = 1
      group by project_id order by abs(count(*) - 300)`,
  )
  await runSql(database, sql`update project set managed_full = 0 where id = ${project}`)
  const rule = await one('rule_id', sql`policy_rule where deployment_id = ${deploymentId} and mode = 0`)
  return {
    service,
    at: { deploymentId, deploymentSlug: 'acme' },
    project: { id: project, name: await one<string>('name', sql`project where id = ${project}`) },
    sast: await openOf(0),
    sca: await openOf(1),
    secret: await openOf(2),
    rule: await one<string>('path', sql`rule where id = ${rule}`),
    policy: String(await one('policy_id', sql`policy_rule where rule_id = ${rule} and mode = 0`)),
    scan: await one('id', sql`scan where project_id = ${project} and status = 1 order by id`),
  }
}
