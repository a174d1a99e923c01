import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ProjectFacets, projectsAnswer } from '#contract/responses/projects.ts'
import { asFlag } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { openByProject } from '#server/findings/counts/open-by-project.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { projectsWith } from './list.ts'
import {
  hasCritical,
  hasNoPrimary,
  isManaged,
  isScanned,
  type NewestScanRow,
  type ProjectFilter,
  type ProjectsQuery,
  projectConditions,
  projectFilters,
} from './project-conditions.ts'

const maxTags = 100
const lastScans = ['never', 'failed', 'running', 'older_than:7', 'older_than:30', 'older_than:90'] as const

type Flag = 'managed' | 'no_primary' | 'open_critical'
type Row = { tags_json: string; failures: number; scans: number } & Record<Flag, 0 | 1>

const bitOf = (filter: ProjectFilter) => 1 << projectFilters.indexOf(filter)

/**
 * Counts the values of each filter of the projects with all other filters applied, most frequent first. One statement,
 * regardless of the number of projects.
 * @param newest of all projects of the deployment.
 * Source: docs/api.md#projects.
 */
export async function projectFacets(
  view: FindingsSnapshot,
  deploymentId: number,
  query: ProjectsQuery,
  now: number,
  newest: NewestScanRow,
): Promise<Pick<z.infer<typeof projectsAnswer>, 'facets' | 'rest'>> {
  const open = await openByProject(view, deploymentId)
  const failures = projectConditions(query, now, newest).map(
    ({ filter, holds }) => sql`case when ${holds} then 0 else ${sql.lit(bitOf(filter))} end`,
  )
  const scans = lastScans.map(
    (word, at) => sql`${asFlag(isScanned(word, now, newest))} * ${sql.lit(1 << at)}`,
  )
  const { rows } = await sql<Row>`
    select tags_json, ${sql.join([sql`0`, ...failures], sql` + `)} as failures, ${sql.join(scans, sql` + `)} as scans,
      ${asFlag(isManaged)} as managed, ${asFlag(hasNoPrimary)} as no_primary, ${asFlag(hasCritical)} as open_critical
    from ${projectsWith(open)} where deployment_id = ${deploymentId}`.execute(view.reader)

  const matching = (filter: ProjectFilter) => rows.filter((row) => (row.failures & ~bitOf(filter)) === 0)
  const flagged = (flag: Flag) => {
    const countsOf = matching(flag)
    const count = countsOf.filter((row) => row[flag] === 1).length
    return [
      { value: true, count },
      { value: false, count: countsOf.length - count },
    ]
  }
  const { tags, rest } = tagCounts(matching('project_tags'))
  const byScan = matching('last_scan')
  const facets: ProjectFacets = {
    project_tags: tags,
    last_scan: lastScans.map((value, at) => ({
      value,
      count: byScan.filter((row) => (row.scans & (1 << at)) !== 0).length,
    })),
    managed: flagged('managed'),
    no_primary: flagged('no_primary'),
    open_critical: flagged('open_critical'),
  }
  return { facets, rest }
}

function tagCounts(rows: readonly Row[]) {
  const counts = new Map<string | null, number>()
  for (const { tags_json } of rows) {
    // parse: the column holds a JSON array of strings, written by us.
    const tags: (string | null)[] = tags_json === '[]' ? [null] : parseStored<string[]>(tags_json)
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  const ordered = [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || ((one.value ?? '') < (other.value ?? '') ? -1 : 1))
  const others = ordered.slice(maxTags)
  const other = { values: others.length, count: others.reduce((sum, { count }) => sum + count, 0) }
  return { tags: ordered.slice(0, maxTags), rest: others.length > 0 ? { project_tags: other } : {} }
}
