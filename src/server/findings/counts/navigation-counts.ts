import type { FindingType } from '#contract/vocabulary.ts'
import { findingTypes, statuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { FindingSet } from '../filters/query.ts'
import { countFindings } from '../list/totals.ts'
import { countWithFallback, type FindingsSnapshot } from '../snapshot.ts'

export type NavigationCounts = Record<FindingType | 'projects', number>

/** The list that each number links to: a secret counts once, wherever it stands. */
export const navigationFilters: Record<FindingType, FindingSet> = {
  sast: { issue_type: 'sast', status: ['open'], primary_ref: true },
  sca: { issue_type: 'sca', status: ['open'], primary_ref: true },
  secrets: { issue_type: 'secrets', status: ['open'], dedup: true },
}

/**
 * What the navigation shows of each deployment: the totals of the lists that it links to, and the projects. By SQL
 * three statements for all deployments.
 */
export async function navigationCounts(
  view: FindingsSnapshot,
  deploymentIds: readonly number[],
): Promise<Map<number, NavigationCounts>> {
  const productCounts = await countWithFallback(
    view,
    () => countInColumns(view, deploymentIds),
    () => countInSql(view.reader),
  )
  const counts = new Map<number, NavigationCounts>()
  for (const id of deploymentIds) {
    counts.set(id, { sast: 0, sca: 0, secrets: 0, ...productCounts.get(id), projects: 0 })
  }
  const projects = await view.reader
    .selectFrom('project')
    .select((of) => ['deployment_id', of.fn.countAll<number>().as('count')])
    .groupBy('deployment_id')
    .execute()
  for (const row of projects) {
    const known = counts.get(row.deployment_id)
    if (known) known.projects = row.count
  }
  return counts
}

type CountsByProduct = Map<number, Partial<Record<FindingType, number>>>

async function countInColumns(
  view: FindingsSnapshot,
  deploymentIds: readonly number[],
): Promise<CountsByProduct> {
  const productCounts: CountsByProduct = new Map()
  for (const id of deploymentIds) {
    const of: Partial<Record<FindingType, number>> = {}
    for (const type of findingTypes) of[type] = await countFindings(view, id, navigationFilters[type])
    productCounts.set(id, of)
  }
  return productCounts
}

async function countInSql(reader: Reader): Promise<CountsByProduct> {
  const open = reader
    .selectFrom('finding')
    .where('removed', '=', 0)
    .where('status', '=', toCode(statuses, 'open'))
  const secrets = toCode(findingTypes, 'secrets')
  const [rows, once] = await Promise.all([
    open
      .select((of) => ['deployment_id', 'type', of.fn.countAll<number>().as('count')])
      .where('on_primary', '=', 1)
      .where('type', '<>', secrets)
      .groupBy(['deployment_id', 'type'])
      .execute(),
    reader
      .selectFrom(
        open
          .select(['deployment_id', 'flaw_id'])
          .where('type', '=', secrets)
          .groupBy(['deployment_id', 'flaw_id'])
          .as('secret'),
      )
      .select((of) => ['deployment_id', of.fn.countAll<number>().as('count')])
      .groupBy('deployment_id')
      .execute(),
  ])
  const productCounts: CountsByProduct = new Map()
  const add = (id: number, type: FindingType | undefined, count: number) => {
    if (type) productCounts.set(id, { ...productCounts.get(id), [type]: count })
  }
  for (const row of rows) add(row.deployment_id, findingTypes[row.type], row.count)
  for (const row of once) add(row.deployment_id, 'secrets', row.count)
  return productCounts
}
