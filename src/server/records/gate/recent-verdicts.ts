import type { Reader } from '#server/db/database.ts'
import { comparisonOf } from './request.ts'

/** A verdict on a pull request. */
export interface RecentVerdict {
  id: number
  project: string
  pullRequest: string | null
  verdict: string
  scanId: number | null
  actor: string
  /** Milliseconds since 1970. */
  at: number
}

/** How many of the newest verdicts are searched. */
const searchedVerdicts = 50

/**
 * Returns the newest verdicts on pull requests, newest first, without other bases and without `strict`. One statement of
 * bounded cost.
 */
export async function recentVerdicts(
  reader: Reader,
  deploymentId: number,
  limit: number,
): Promise<RecentVerdict[]> {
  const rows = await reader
    .selectFrom((from) =>
      from
        .selectFrom('gate_verdict')
        .select([
          'id',
          'project_id',
          'pull_request',
          'comparison',
          'verdict',
          'scan_id',
          'actor',
          'evaluated_at',
        ])
        .where('deployment_id', '=', deploymentId)
        .orderBy('id', 'desc')
        .limit(searchedVerdicts)
        .as('newest'),
    )
    .innerJoin('project', (join) =>
      join.on('project.deployment_id', '=', deploymentId).onRef('project.id', '=', 'newest.project_id'),
    )
    .select(['newest.id', 'project.name as project', 'newest.pull_request as pullRequest', 'newest.verdict'])
    .select(['newest.scan_id as scanId', 'newest.actor', 'newest.evaluated_at as at'])
    .where('newest.pull_request', 'is not', null)
    .where('newest.comparison', '=', comparisonOf({ base: null, isStrict: false }))
    .orderBy('newest.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, verdict: row.verdict === 'excepted' ? 'pass' : row.verdict }))
}
