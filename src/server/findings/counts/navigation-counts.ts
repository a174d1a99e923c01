import { type FindingType, findingTypes } from '#contract/vocabulary.ts'
import type { FindingSet } from '../filters/query.ts'
import { countFindings } from '../list/totals.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

export type NavigationCounts = Record<FindingType | 'projects', number>

/**
 * The list that each number links to: a secret counts once, regardless of its locations, and findings of disabled rules
 * do not.
 */
export const navigationFilters: Record<FindingType, FindingSet> = {
  sast: { issue_type: 'sast', status: ['open'], primary_ref: true, rule_disabled: false },
  sca: { issue_type: 'sca', status: ['open'], primary_ref: true, rule_disabled: false },
  secrets: { issue_type: 'secrets', status: ['open'], dedup: true, rule_disabled: false },
}

/** Returns the navigation's numbers for a deployment: the totals of the lists that it links to, and of the projects. */
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
    counts[type] = await countFindings(view, deploymentId, navigationFilters[type])
  }
  return counts
}
