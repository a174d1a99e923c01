import type { Selectable } from 'kysely'
import type { ModeChange } from '#contract/responses/policies.ts'
import type { Reader } from '#server/db/database.ts'
import type { PolicyTable } from '#server/db/policy-tables.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { badRequest, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { maxListedChanges, modeOfChange } from './record-change.ts'
import { describeScopes, type PolicyScope } from './scope.ts'

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
    changes: await describeChanges(reader, policy.deployment_id, visible, items),
    cursor: rows.length > limit ? String(visible.at(-1)?.id ?? '') : '',
  }
}

/**
 * One change with all its rules.
 * @throws HttpError 404.
 */
export async function readChange(reader: Reader, policy: PolicyKey, id: string): Promise<ModeChange> {
  const { change, items } = await readStoredChange(reader, policy, id)
  const [described] = await describeChanges(reader, policy.deployment_id, [change], items)
  if (!described) throw notFound('change of this policy')
  return described
}

/**
 * One change with all its rules, as they are stored.
 * @throws HttpError 404.
 */
export async function readStoredChange(reader: Reader, policy: PolicyKey, id: string) {
  const change = await changesOf(reader, policy)
    .where('id', '=', ownId(id) ?? -1)
    .executeTakeFirst()
  if (!change) throw notFound('change of this policy')
  return { change, items: await itemsOf(reader, policy.deployment_id, [change.id], change.count) }
}

const changesOf = (reader: Reader, { id: policyId, deployment_id: deploymentId }: PolicyKey) =>
  reader
    .selectFrom('policy_change')
    .select(['id', 'at', 'actor', 'note', 'count', 'puts_back', 'kind', 'detail_json'])
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
    .select(['item.change_id', 'item.rule_id', 'rule.path', 'item.from_mode', 'item.to_mode'])
    .where('item.deployment_id', '=', deploymentId)
    .where('item.change_id', 'in', valuesOf(ids))
    .where('item.place', '<', maxItems)
    .orderBy('item.change_id')
    .orderBy('item.place')
    .execute()

/** A change with those of the given items that are its own. */
export const toModeChange = (row: Row, items: Items): ModeChange => ({
  id: String(row.id),
  // parse: written by us, one of the kinds.
  kind: row.kind as ModeChange['kind'],
  at: new Date(row.at).toISOString(),
  by: row.actor,
  note: row.note,
  count: row.count,
  putsBack: row.puts_back === null ? null : String(row.puts_back),
  changes: items
    .filter((item) => item.change_id === row.id)
    .map((item) => ({
      rulePath: item.path,
      from: modeOfChange(item.from_mode),
      to: modeOfChange(item.to_mode),
    })),
})

/** The column `detail_json` of changes of the kinds `changed` and `tags`. */
interface StoredDetail {
  name?: { from: string; to: string } | string
  appliesTo?: { from: PolicyScope; to: PolicyScope } | PolicyScope
  projects?: string[]
}

/** Changes with what they changed besides rules: names and projects. */
async function describeChanges(
  reader: Reader,
  deploymentId: number,
  rows: readonly Row[],
  items: Items,
): Promise<ModeChange[]> {
  // parse: written with the change.
  const details = rows.map((row) => parseStored<StoredDetail>(row.detail_json ?? '{}'))
  const scopes = details.flatMap(({ appliesTo }) =>
    appliesTo && 'from' in appliesTo ? [appliesTo.from, appliesTo.to] : [],
  )
  const describe = await describeScopes(reader, deploymentId, scopes)
  return rows.map((row, at) => {
    const { name, appliesTo, projects } = details[at] ?? {}
    return {
      ...toModeChange(row, items),
      ...(typeof name === 'object' ? { name } : {}),
      ...(appliesTo && 'from' in appliesTo
        ? { appliesTo: { from: describe(appliesTo.from), to: describe(appliesTo.to) } }
        : {}),
      ...(projects === undefined ? {} : { projects }),
    }
  })
}

/** @throws HttpError 400 for a cursor that is not an id. */
function cursorOf(cursor: string | undefined): number {
  if (!cursor || cursor === '0') return 2 ** 31
  const id = ownId(cursor)
  if (id === null) throw badRequest([{ parameter: 'cursor', detail: 'is not a cursor of this list' }])
  return id
}
