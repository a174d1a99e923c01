import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import { withoutMe } from '#contract/parameters/owner.ts'
import { type FindingType, typeOfPage, viewPages } from '#contract/vocabulary.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { countFindings } from '#server/findings/list/totals.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Principal, severalDeployments } from '#server/http/principal.ts'
import { withSavedFilter } from '../filters/saved-filter.ts'
import { builtInsFor } from './built-in.ts'
import { filterOf, searchOf } from './query.ts'
import { parseColumns } from './view.ts'

/** The ids of a person's default views, by page. */
export async function defaultIds(
  reader: Reader,
  deploymentId: number,
  principal: Principal,
): Promise<Set<string>> {
  if (principal.machine) return new Set()
  const rows = await reader
    .selectFrom('default_view')
    .select('view_id')
    .where('deployment_id', '=', deploymentId)
    .where('person', '=', principal.name)
    .execute()
  return new Set(rows.map((row) => row.view_id))
}

/** Sets or unsets a view as a person's default on its page; it replaces the previous default. */
export async function setDefault(
  transaction: Writer,
  deploymentId: number,
  person: string,
  view: { id: string; page: string },
  isWanted: boolean,
): Promise<void> {
  const key = { deployment_id: deploymentId, person, page: view.page }
  if (isWanted) {
    await transaction
      .insertInto('default_view')
      .values({ ...key, view_id: view.id })
      .onConflict((conflict) =>
        conflict.columns(['deployment_id', 'person', 'page']).doUpdateSet({ view_id: view.id }),
      )
      .execute()
    return
  }
  await transaction
    .deleteFrom('default_view')
    .where('deployment_id', '=', deploymentId)
    .where('person', '=', person)
    .where('view_id', '=', view.id)
    .execute()
}

export interface DefaultView {
  deploymentId: number
  page: string
  id: string
  /** The complete query string of the URL. */
  search: string
  type: FindingType
  /** The current number of findings in its list. */
  count: number
}

/** The default views of a person, in all deployments that they may see. */
export async function readDefaultViews(reader: Reader, principal: Principal) {
  if (principal.machine) return []
  return reader
    .selectFrom('default_view as chosen')
    .leftJoin('view', (join) =>
      join
        .onRef('view.deployment_id', '=', 'chosen.deployment_id')
        .onRef('view.page', '=', 'chosen.page')
        .on(sql<SqlBool>`cast(view.id as text) = chosen.view_id`)
        // A view that is no longer shared is visible to its owner only.
        .on((eb) => eb.or([eb('view.shared', '=', 1), eb('view.owner', '=', principal.name)])),
    )
    .select(['chosen.deployment_id', 'chosen.page', 'chosen.view_id', 'view.query'])
    .select(['view.sort', 'view.grouping', 'view.columns_json', 'view.page_size'])
    .where('chosen.person', '=', principal.name)
    .$if(principal.deploymentId !== null, (eb) =>
      eb.where('chosen.deployment_id', 'in', [
        principal.deploymentId ?? severalDeployments,
        ...principal.roles.flatMap(({ deploymentId }) => deploymentId ?? []),
      ]),
    )
    .execute()
}

/**
 * The default views of a person in a deployment, with the counts of their lists; at most three.
 * @param now milliseconds since 1970, which relative times refer to.
 */
export async function countDefaultViews(
  view: FindingsSnapshot,
  principal: Principal,
  rows: Awaited<ReturnType<typeof readDefaultViews>>,
  deploymentId: number,
  now: number,
): Promise<DefaultView[]> {
  const views: DefaultView[] = []
  for (const row of rows) {
    if (row.deployment_id !== deploymentId) continue
    const { view_id: id } = row
    const page = viewPages.find((one) => one === row.page)
    const builtIn = builtInsFor(principal.name).find((one) => one.id === id)
    const query = builtIn?.query ?? row.query
    if (page === undefined || query === null) continue
    const type = typeOfPage[page]
    const count = await countViewFindings(view, deploymentId, query, type, { person: principal.name, now })
    if (count === null) continue
    const saved = { sort: row.sort, columns: parseColumns(row.columns_json) }
    const fields = { ...saved, group: row.grouping, page_size: row.page_size, ...builtIn?.display }
    const search = searchOf({ id, query, ...fields })
    views.push({ deploymentId, page, id, search, type, count })
  }
  return views
}

/** Null if the view cannot be counted any more, so that the navigation does not fail. */
async function countViewFindings(
  view: FindingsSnapshot,
  deploymentId: number,
  query: string,
  type: FindingType,
  { person, now }: { person: string; now: number },
): Promise<number | null> {
  try {
    const set = await withSavedFilter(view.reader, deploymentId, {
      ...withoutMe(filterOf(query, now), person),
      issue_type: type,
    })
    return await countFindings(view, deploymentId, set)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}
