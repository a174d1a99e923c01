import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RowReader } from '#server/db/database.ts'

/** Ids per read, which takes some milliseconds. */
const idsPerRead = 5000
/** Lets requests run, which take several turns of the event loop. Milliseconds. */
const pause = 2

/** Rows that a retention period would delete. */
export interface ExpiredRows {
  ids: number[]
  /** When the oldest was written, milliseconds since 1970; null without rows. */
  oldest: number | null
}

/**
 * Whether the row `event` of `finding_event` is older than `before` and may be deleted. Kept are events that explain the
 * current state or triage of a finding, decisions that separating a finding from another ref would revert, renamed rules, which undoing that reads, and the whole
 * history of findings with an unresolved match, which resolving it reads.
 * @param before milliseconds since 1970.
 * Source: docs/decisions/0055-retention.md.
 */
export const isExpiredEvent = (deploymentId: number, before: number): RawBuilder<SqlBool> => sql<SqlBool>`(
  event.deployment_id = ${deploymentId} and event.at < ${before}
  and event.kind not in ('inherited', 'rule_renamed') and not (event.kind = 'triaged' and event.change_id is null)
  and not exists (select 1 from finding as explained
    where explained.deployment_id = ${deploymentId} and explained.id = event.finding_id
      and (explained.triage_change_id = event.change_id
        or (event.change_id is null and explained.state_updated_at = event.at)))
  and not exists (select 1 from finding_match as unresolved
    where unresolved.deployment_id = ${deploymentId} and unresolved.finding_id = event.finding_id
      and unresolved.state = 'open'))`

/** Reads the events that `isExpiredEvent` selects. Requests are answered in between. */
export async function readExpiredEvents(
  reader: RowReader,
  deploymentId: number,
  before: number,
): Promise<ExpiredRows> {
  return readByIds(
    reader,
    { deploymentId, table: 'finding_event' },
    (first, last) =>
      sql`select event.id, event.at from finding_event as event
      where event.id between ${first} and ${last} and ${isExpiredEvent(deploymentId, before)}`,
  )
}

/**
 * Reads ids and times of the rows that a query selects, by ranges of ids, so that one that selects few rows does not
 * take long at once.
 */
export async function readByIds(
  reader: RowReader,
  rows: IdRanges,
  query: (first: number, last: number) => RawBuilder<unknown>,
): Promise<ExpiredRows> {
  const ids: number[] = []
  let oldest: number | null = null
  for await (const some of readRanges(reader, rows, query)) {
    for (const [id, at] of some) {
      ids.push(Number(id))
      oldest = oldest === null ? Number(at) : Math.min(oldest, Number(at))
    }
  }
  return { ids, oldest }
}

interface IdRanges {
  deploymentId: number
  table: 'finding_event' | 'finding' | 'scan'
}

/** The rows that a query selects for each range of the ids of a table. Requests are answered in between. */
export async function* readRanges(
  { read, arrays }: RowReader,
  { deploymentId, table }: IdRanges,
  query: (first: number, last: number) => RawBuilder<unknown>,
): AsyncGenerator<Awaited<ReturnType<RowReader['arrays']>>> {
  const { newest } = await read
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('id').as('newest'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  for (let first = 1; first <= (newest ?? 0); first += idsPerRead) {
    yield await arrays(query(first, first + idsPerRead - 1).compile(read))
    await delay(pause)
  }
}
