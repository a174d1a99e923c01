import type { Selectable } from 'kysely'
import type { ModeChange } from '#contract/responses/policies.ts'
import { fromCode, policyModes } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { PolicyTable } from '#server/db/policy-tables.ts'
import { valuesOf } from '#server/db/sql.ts'
import { badRequest, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { maxListedChanges } from './change-modes.ts'

type PolicyKey = Pick<Selectable<PolicyTable>, 'deployment_id' | 'id'>

/**
 * Returns the changes of a policy, newest first, each with the first hundred changed rules.
 * Source: docs/api.md#policies-and-rules.
 */
export async function listHistory(
  reader: Reader,
  policy: PolicyKey,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ changes: ModeChange[]; cursor: string }> {
  const limit = page.limit ?? 50
  const rows = await changesOf(reader, policy)
    .where('id', '<', cursorOf(page.cursor))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const visible = rows.slice(0, limit)
  const items = await itemsOf(
    reader,
    policy.deployment_id,
    visible.map(({ id }) => id),
    maxListedChanges,
  )
  return {
    changes: visible.map((row) => toModeChange(row, items)),
    cursor: rows.length > limit ? String(visible.at(-1)?.id ?? '') : '',
  }
}

/**
 * One change with all its rules.
 * @throws HttpError 404.
 */
export async function readChange(reader: Reader, policy: PolicyKey, id: string): Promise<ModeChange> {
  const row = await changesOf(reader, policy)
    .where('id', '=', ownId(id) ?? -1)
    .executeTakeFirst()
  if (!row) throw notFound('change of this policy')
  return toModeChange(row, await itemsOf(reader, policy.deployment_id, [row.id], row.count))
}

const changesOf = (reader: Reader, { id: policyId, deployment_id: deploymentId }: PolicyKey) =>
  reader
    .selectFrom('policy_change')
    .select(['id', 'at', 'actor', 'note', 'count', 'puts_back'])
    .where('deployment_id', '=', deploymentId)
    .where('policy_id', '=', policyId)

type Row = Awaited<ReturnType<ReturnType<typeof changesOf>['executeTakeFirstOrThrow']>>
type Items = Awaited<ReturnType<typeof itemsOf>>

const itemsOf = (reader: Reader, deploymentId: number, ids: readonly number[], maxItems: number) =>
  reader
    .selectFrom('policy_change_item as item')
    .innerJoin('rule', (join) =>
      join.onRef('rule.deployment_id', '=', 'item.deployment_id').onRef('rule.id', '=', 'item.rule_id'),
    )
    .select(['item.change_id', 'rule.path', 'item.from_mode', 'item.to_mode'])
    .where('item.deployment_id', '=', deploymentId)
    .where('item.change_id', 'in', valuesOf(ids))
    .where('item.place', '<', maxItems)
    .orderBy('item.change_id')
    .orderBy('item.place')
    .execute()

const toModeChange = (row: Row, items: Items): ModeChange => ({
  id: String(row.id),
  at: new Date(row.at).toISOString(),
  by: row.actor,
  note: row.note,
  count: row.count,
  putsBack: row.puts_back === null ? null : String(row.puts_back),
  changes: items
    .filter((item) => item.change_id === row.id)
    .map((item) => ({
      rulePath: item.path,
      from: fromCode(policyModes, item.from_mode),
      to: fromCode(policyModes, item.to_mode),
    })),
})

/** @throws HttpError 400 for a cursor that is not an id. */
function cursorOf(cursor: string | undefined): number {
  if (!cursor || cursor === '0') return 2 ** 31
  const id = ownId(cursor)
  if (id === null) throw badRequest([{ parameter: 'cursor', detail: 'is not a cursor of this list' }])
  return id
}
