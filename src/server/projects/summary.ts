import type { Project } from '#contract/answers/projects.ts'
import { code, findingTypes, scanStatuses, severities, statuses, word } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'

type Summary = Pick<Project, 'open' | 'latest_scan'>
type Open = NonNullable<Project['open']>

/**
 * What `include=summary` adds to projects: `open`, the open findings of the primary branch by severity and product
 * (`open.critical.sca`, zeros included), and the newest scan. Two queries, however many projects.
 * Source: API decisions, "Named operations".
 */
export async function summariesOf(
  reader: Reader,
  deploymentId: number,
  projectIds: readonly number[],
): Promise<Map<number, Summary>> {
  const summaries = new Map<number, Summary & { open: Open }>(
    projectIds.map((id) => [id, { open: zeros(), latest_scan: null }]),
  )
  if (projectIds.length === 0) return summaries
  const counts = await reader
    .selectFrom('finding')
    .select(['project_id', 'type', 'severity'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('type', 'in', [0, 1, 2])
    .where('removed', '=', 0)
    .where('on_primary', '=', 1)
    .where('status', '=', code(statuses, 'open'))
    .where('project_id', 'in', projectIds)
    .groupBy(['project_id', 'type', 'severity'])
    .execute()
  for (const { project_id, type, severity, count } of counts) {
    const products = summaries.get(project_id)?.open[word(severities, severity)]
    if (products) products[word(findingTypes, type)] = count
  }
  const scans = await reader
    .selectFrom('project')
    .innerJoin('scan', (join) =>
      join.on('scan.id', '=', (of) =>
        of
          .selectFrom('scan as newest')
          .select('newest.id')
          .whereRef('newest.deployment_id', '=', 'project.deployment_id')
          .whereRef('newest.project_id', '=', 'project.id')
          .orderBy('newest.started_at', 'desc')
          .orderBy('newest.id', 'desc')
          .limit(1),
      ),
    )
    .select(['project.id as project_id', 'scan.id', 'scan.status'])
    .where('project.id', 'in', projectIds)
    .execute()
  for (const { project_id, id, status } of scans) {
    const summary = summaries.get(project_id)
    if (summary) summary.latest_scan = { id, status: word(scanStatuses, status) }
  }
  return summaries
}

const zeros = (): Open =>
  Object.fromEntries(
    [...severities]
      .reverse()
      .map((severity) => [severity, Object.fromEntries(findingTypes.map((type) => [type, 0]))]),
  )
