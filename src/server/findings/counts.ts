import { code, findingTypes, statuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'

export interface NavigationCounts {
  sast: number
  sca: number
  secrets: number
  projects: number
}

/**
 * What the navigation shows of each deployment: the open findings on primary branches by type, which is the total of
 * the list that it links to (`status=open&primary_ref=true`), and the projects. Two statements for all deployments.
 */
export async function navigationCounts(read: Reader): Promise<Map<number, NavigationCounts>> {
  const [findings, projects] = await Promise.all([
    read
      .selectFrom('finding')
      .select((of) => ['deployment_id', 'type', of.fn.countAll<number>().as('count')])
      .where('on_primary', '=', 1)
      .where('removed', '=', 0)
      .where('status', '=', code(statuses, 'open'))
      .groupBy(['deployment_id', 'type'])
      .execute(),
    read
      .selectFrom('project')
      .select((of) => ['deployment_id', of.fn.countAll<number>().as('count')])
      .groupBy('deployment_id')
      .execute(),
  ])
  const counts = new Map<number, NavigationCounts>()
  const of = (id: number) => {
    const known = counts.get(id) ?? { sast: 0, sca: 0, secrets: 0, projects: 0 }
    counts.set(id, known)
    return known
  }
  for (const row of projects) of(row.deployment_id).projects = row.count
  for (const row of findings) {
    const type = findingTypes[row.type]
    if (type) of(row.deployment_id)[type] = row.count
  }
  return counts
}
