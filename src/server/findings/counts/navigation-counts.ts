import { type FindingType, findingTypes } from '#contract/vocabulary.ts'
import type { FindingSet } from '../filters/query.ts'
import { countFindings } from '../list/totals.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

export type NavigationCounts = Record<FindingType | 'projects', number>

/** The list of the open findings of a project, package or source: a secret counts once, regardless of its locations. */
export const openFilters: Record<FindingType, FindingSet> = {
  sast: { issue_type: 'sast', status: ['open'], primary_ref: true },
  sca: { issue_type: 'sca', status: ['open'], primary_ref: true },
  secrets: { issue_type: 'secrets', status: ['open'], dedup: true },
}

/**
 * Returns the navigation's numbers for a deployment: the totals of the lists that it links to, without findings of
 * disabled rules, and of the projects.
 */
export async function navigationCounts(
  view: FindingsSnapshot,
  deploymentId: number,
): Promise<NavigationCounts> {
  const { projects } = await view.reader
    .selectFrom('project')
    .select((eb) => eb.fn.countAll<number>().as('projects'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  const counts: NavigationCounts = { sast: 0, sca: 0, secrets: 0, projects }
  for (const type of findingTypes) {
    counts[type] = await countFindings(view, deploymentId, { ...openFilters[type], rule_disabled: false })
  }
  return counts
}
