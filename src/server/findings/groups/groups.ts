import type { GroupsAnswer } from '#contract/responses/findings.ts'
import type { Grouping, GroupSort } from '#contract/vocabulary.ts'
import { severities } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { deploymentText } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { type FindingSet, type Selection, selectionOf } from '../filters/query.ts'
import { formatInstant } from '../list/write-finding.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import { countGroups } from './count-groups.ts'
import type { SecretFacts } from './count-secrets.ts'
import { sortUpgradeVersions } from './upgrades.ts'

/**
 * Returns one page of the groups of a filter, counted after dedup. The number of statements does not depend on the
 * number of groups.
 * @param paging `page` from 0; `pageSize` defaults to 100, `sort` to the count.
 * Source: docs/api.md#groups.
 */
export async function groupFindings(
  view: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
  paging: {
    by: Grouping
    sort?: GroupSort | undefined
    page?: number | undefined
    pageSize?: number | undefined
  },
): Promise<GroupsAnswer> {
  const selection = selectionOf(deploymentId, set)
  const { by, sort = '-count', page = 0, pageSize = 100 } = paging
  const offset = page * pageSize
  return groupFromColumns(view, selection, { by, sort, offset, size: pageSize })
}

interface Paging {
  by: Grouping
  sort: GroupSort
  offset: number
  size: number
}

async function groupFromColumns(
  { reader, columns }: FindingsSnapshot,
  selection: Selection,
  paging: Paging,
): Promise<GroupsAnswer> {
  const groupResult = await countGroups(reader, columns, selection, paging)
  const rules =
    paging.by === 'rules'
      ? await reader
          .selectFrom('rule')
          .select(['id', deploymentText('title').as('title')])
          .where('deployment_id', '=', selection.deploymentId)
          .where('id', 'in', valuesOf(groupResult.groups.map(({ key }) => key)))
          .execute()
      : []
  const titles = new Map(rules.map(({ id, title }) => [id, title]))
  const firsts = groupResult.groups.flatMap(({ upgrades }) => (upgrades ? [upgrades.first] : []))
  const ecosystems =
    firsts.length > 0 ? await ecosystemsOf(reader, selection.deploymentId, firsts) : new Map<number, string>()
  return {
    ...groupResult,
    groups: await Promise.all(
      groupResult.groups.map(async (group) => ({
        value: group.value,
        count: group.count,
        severities: Object.fromEntries(severities.map((name, code) => [name, group.severities[code] ?? 0])),
        title: group.secret?.type ?? titles.get(group.key) ?? null,
        projects: group.projects,
        ...(selection.type === 'sca' ? { reachable: group.reachable } : {}),
        ...(group.upgrades
          ? {
              upgrades: await sortUpgradeVersions(
                group.upgrades.counted,
                ecosystems.get(group.upgrades.first) ?? null,
              ),
            }
          : {}),
        ...(group.secret ? secretGroupFields(group.secret) : {}),
      })),
    ),
  }
}

/** The package managers of the given findings, by finding id. */
async function ecosystemsOf(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await reader
    .selectFrom('finding')
    .select(['id', 'ecosystem'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  return new Map(rows.flatMap(({ id, ecosystem }) => (ecosystem === null ? [] : [[id, ecosystem]])))
}

/** The response fields of a secret's group in addition to those of all groups. */
function secretGroupFields({ refs, state, checkedAt, firstSeen, lastSeen }: Omit<SecretFacts, 'type'>) {
  return {
    refs,
    validation_state: state ? (`VALIDATION_STATE_${state}` as const) : null,
    validated_at: formatNullable(checkedAt),
    first_seen: formatNullable(firstSeen),
    last_seen: formatNullable(lastSeen),
  }
}

const formatNullable = (at: number | null | undefined) => (typeof at === 'number' ? formatInstant(at) : null)
