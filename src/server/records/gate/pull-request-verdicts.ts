import { type RawBuilder, sql } from 'kysely'
import type { gateFilters } from '#contract/vocabulary.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { comparisonOf } from './request.ts'

/** The newest verdict on a pull request. */
export interface PullRequestVerdict {
  projectId: number
  number: string
  scanId: number
  /** Milliseconds since 1970. */
  at: number
  /** The rules that have new findings in it, whatever their modes. */
  newRules: readonly number[]
}

/**
 * The newest verdict since an instant on each pull request. Those whose findings could not be compared
 * with a base are left out.
 * @param from milliseconds since 1970.
 */
export async function pullRequestVerdicts(
  reader: Reader,
  deploymentId: number,
  from: number,
): Promise<PullRequestVerdict[]> {
  const rows = await reader
    .selectFrom('gate_verdict as verdict')
    .select(['project_id', 'pull_request', 'scan_id', 'evaluated_at', 'new_rules_json'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('gate_verdict as newest')
        .select(sql<number>`max(newest.id)`.as('id'))
        .where('newest.deployment_id', '=', deploymentId)
        .where('newest.evaluated_at', '>=', from)
        .where('newest.pull_request', 'is not', null)
        .where('newest.comparison', '=', comparisonOf({ base: null, isStrict: false }))
        .groupBy(['newest.project_id', 'newest.pull_request']),
    )
    .execute()
  return rows.flatMap(({ project_id, pull_request, scan_id, evaluated_at, new_rules_json: json }) =>
    json === null || scan_id === null || pull_request === null
      ? []
      : {
          projectId: project_id,
          number: pull_request,
          scanId: scan_id,
          at: evaluated_at,
          // parse: our own column, written by `storeVerdict`.
          newRules: parseStored<number[]>(json),
        },
  )
}

/**
 * The scans that the newest verdicts on pull requests since an instant are about, as a subquery: one for each pull
 * request with this verdict.
 * @param from milliseconds since 1970.
 */
export function scansOfVerdicts(
  deploymentId: number,
  from: number,
  verdict: (typeof gateFilters)[number],
): RawBuilder<number> {
  return sql<number>`(select verdict.scan_id from gate_verdict as verdict
    where verdict.deployment_id = ${deploymentId} and verdict.verdict in (${sql.join(verdict === 'pass' ? ['pass', 'excepted'] : [verdict])}) and verdict.scan_id is not null
      and verdict.id in (select max(newest.id) from gate_verdict as newest
        where newest.deployment_id = ${deploymentId} and newest.evaluated_at >= ${from}
          and newest.pull_request is not null
          and newest.comparison = ${comparisonOf({ base: null, isStrict: false })}
        group by newest.project_id, newest.pull_request))`
}
