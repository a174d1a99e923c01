import { sql } from 'kysely'
import type { Writer } from '#server/db/database.ts'
import { contains } from '#server/db/sql.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Services } from '#server/http/services.ts'
import { filterId, normalizeFilter, type SavedFilter } from './saved-filter.ts'

const dayMs = 24 * 3600_000
/** How long an unused filter is stored, in milliseconds. */
const unusedFor = 30 * dayMs
/** The maximum number of a person's filters, and their total length. */
const maxFilters = 1000
const maxCharacters = 20_000_000
/** The maximum number of unused filters deleted by one request. */
const clearedPerBatch = 100

/**
 * Saves a filter for use as `filter=<id>`. Equal filters are stored once, regardless of who saves them. This is not a
 * change of the deployment's data, so it has no change number.
 * @throws HttpError 400 with every fault of the filter, 409 if the person has too many filters.
 */
export async function keepFilter(
  services: Services,
  deploymentId: number,
  principal: Principal,
  query: string,
): Promise<SavedFilter> {
  const normalized = normalizeFilter(deploymentId, query, principal.name)
  const filter = await withFreeId(services, deploymentId, normalized)
  const now = services.now()
  if (await isFresh(services, { deploymentId, id: filter.id }, now)) return filter
  await services.record(async (transaction) => {
    const again = await transaction
      .updateTable('kept_filter')
      .set({ last_used_at: now })
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', filter.id)
      .executeTakeFirstOrThrow()
    if (again.numUpdatedRows > 0n) return
    await deleteUnused(transaction, now)
    await assertFilterQuota(transaction, principal.name, filter.query.length, now)
    await transaction
      .insertInto('kept_filter')
      .values({
        ...filter,
        deployment_id: deploymentId,
        created_at: now,
        person: principal.name,
        size: filter.query.length,
        last_used_at: now,
      })
      .execute()
  })
  return filter
}

/** The filter with another id if its own is that of a filter in which a project was renamed since. */
async function withFreeId(
  services: Services,
  deploymentId: number,
  filter: SavedFilter,
): Promise<SavedFilter> {
  const row = await services.database.read
    .selectFrom('kept_filter')
    .select('query')
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', filter.id)
    .executeTakeFirst()
  if (row === undefined || row.query === filter.query) return filter
  return withFreeId(services, deploymentId, { ...filter, id: filterId(filter.id) })
}

/** Records the use of a filter, at most once a day, which extends its lifetime. */
export async function recordUse(services: Services, used: Used): Promise<void> {
  const now = services.now()
  if (await isFresh(services, used, now)) return
  await services.record((transaction) =>
    transaction
      .updateTable('kept_filter')
      .set({ last_used_at: now })
      .where('deployment_id', '=', used.deploymentId)
      .where('id', '=', used.id)
      .execute(),
  )
}

interface Used {
  deploymentId: number
  id: string
}

/** Whether a filter exists and was used within the last day: nothing needs to be written then. */
async function isFresh({ database }: Services, used: Used, now: number): Promise<boolean> {
  const row = await database.read
    .selectFrom('kept_filter')
    .select('last_used_at')
    .where('deployment_id', '=', used.deploymentId)
    .where('id', '=', used.id)
    .executeTakeFirst()
  return row !== undefined && row.last_used_at > now - dayMs
}

/** Deletes a batch of filters that were unused for too long and that no saved view refers to. */
async function deleteUnused(transaction: Writer, now: number): Promise<void> {
  await sql`delete from kept_filter where (deployment_id, id) in (
    select deployment_id, id from kept_filter as unused where last_used_at < ${now - unusedFor} and not exists (
      select 1 from view where view.deployment_id = unused.deployment_id
        and ${contains(sql.ref('view.query'), sql`'filter=' || unused.id`)})
    order by last_used_at limit ${clearedPerBatch})`.execute(transaction)
}

async function assertFilterQuota(
  transaction: Writer,
  person: string,
  size: number,
  now: number,
): Promise<void> {
  const stored = await transaction
    .selectFrom('kept_filter')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(size), 0)`.as('characters'),
    ])
    .where('person', '=', person)
    .where('last_used_at', '>=', now - unusedFor)
    .executeTakeFirstOrThrow()
  if (stored.count < maxFilters && stored.characters + size <= maxCharacters) return
  throw new HttpError(
    409,
    `You have ${stored.count.toLocaleString('en-US')} saved filters with ${stored.characters.toLocaleString('en-US')} characters. The limit is 1,000 filters and 20,000,000 characters. Filters that are not used for 30 days are deleted automatically.`,
  )
}
