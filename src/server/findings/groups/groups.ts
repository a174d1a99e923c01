import { type RawBuilder, sql } from 'kysely'
import type { FindingGroup, GroupsAnswer } from '#contract/responses/findings.ts'
import type { Grouping, GroupSort } from '#contract/vocabulary.ts'
import { reachabilities, severities, toCode, validationStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { ColumnSnapshot } from '../columns/column-store.ts'
import { groupInColumns } from '../columns/count/count-groups.ts'
import { statesByUrgency as ranks, type SecretFacts } from '../columns/count/count-secrets.ts'
import { isSelected } from '../filters/dedup.ts'
import { findingColumn } from '../filters/finding-column.ts'
import { type FindingSet, type Selection, selectionOf } from '../filters/query.ts'
import { formatInstant } from '../list/write-finding.ts'
import { countWithFallback, type FindingsSnapshot } from '../snapshot.ts'
import { type CountedUpgrade, packageOfUpgrade, sortUpgradeVersions } from './upgrades.ts'

/** What a group is made by: a column of `finding`, and the table whose row it names where it is an id. */
interface Source {
  key: RawBuilder<unknown>
  value: RawBuilder<unknown>
  title?: RawBuilder<unknown>
  from?: RawBuilder<unknown>
}

const groupKey = sql`counted.key`
const groupSources: { readonly [G in Grouping]: Source } = {
  rules: {
    key: findingColumn('rule_id'),
    value: sql`rule.path`,
    title: sql`rule.title`,
    from: sql`left join rule on rule.id = counted.key`,
  },
  repos: {
    key: findingColumn('project_id'),
    value: sql`project.name`,
    from: sql`left join project on project.id = counted.key`,
  },
  path: { key: findingColumn('path'), value: groupKey },
  dependencies: { key: findingColumn('package'), value: groupKey },
  vulnerability_identifiers: { key: findingColumn('advisory'), value: groupKey },
  upgrade: { key: packageOfUpgrade(), value: groupKey },
  secret: { key: findingColumn('secret_hash'), value: groupKey, title: sql`counted.secret_type` },
}

/** A group with a confirmed valid secret comes first; one that is confirmed invalid everywhere comes last. */
const unknownStateRank = ranks.indexOf('NO_VALIDATOR') + 0.5
const hasState = (state: (typeof validationStates)[number]) =>
  sql`base.validation_state = ${sql.lit(toCode(validationStates, state))}`
const validationRank = sql`case ${sql.join(
  ranks.map((state, place) => sql`when ${hasState(state)} then ${sql.lit(place)}`),
  sql` `,
)} else ${sql.lit(unknownStateRank)} end`

const sumWhere = (holds: RawBuilder<unknown>, as: string) => sql`sum(${holds}) as ${sql.ref(as)}`

const reachableCodes = ['reachable', 'always_reachable', 'conditionally_reachable'] as const
/** What is counted of every group, beside its findings and projects. */
const countColumns = {
  sast: [],
  sca: [
    sumWhere(
      sql`coalesce(base.reachability in (${sql.join(reachableCodes.map((one) => sql.lit(toCode(reachabilities, one))))}), 0)`,
      'reachable',
    ),
  ],
  secrets: [
    sql`count(distinct base.ref_id) as refs`,
    sql`max(base.secret_type) as secret_type`,
    sql`min(${validationRank}) as rank`,
    sql`min(base.created_at) as first_seen`,
    sql`max(base.last_seen_scan_id) as last_scan`,
    ...ranks.map(
      (state, place) =>
        sql`max(case when ${hasState(state)} then base.validated_at end) as ${sql.ref(`checked${place}`)}`,
    ),
  ],
}

type Row = Record<'groups' | 'findings' | 'count' | 'projects' | (typeof severities)[number], number> &
  Record<'value' | 'title', string | null> & { found: 1 | null } & Partial<
    Record<'reachable' | 'refs' | 'rank' | 'first_seen' | 'last_seen' | `checked${number}`, number | null>
  >

/**
 * One page of the groups of a filter, counted after dedup. The number of statements does not depend on the number of groups.
 * @param paging `page` from 0; `pageSize` 100 and `sort` by count where not said.
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
  return countWithFallback(
    view,
    (columns) => groupFromColumns(view.reader, columns, selection, { by, sort, offset, size: pageSize }),
    async () => {
      const { rows } = await groupStatement(selection, { by, sort, offset, size: pageSize }).execute(
        view.reader,
      )
      const groupResult = rows.filter((row) => row.found).map((row) => toGroup(row, selection.type, by))
      return {
        groups: by === 'upgrade' ? await addUpgrades(view.reader, selection, groupResult) : groupResult,
        total: rows[0]?.groups ?? 0,
        findings: rows[0]?.findings ?? 0,
      }
    },
  )
}

interface Paging {
  by: Grouping
  sort: GroupSort
  offset: number
  size: number
}

async function groupFromColumns(
  reader: Reader,
  columns: ColumnSnapshot,
  selection: Selection,
  paging: Paging,
): Promise<GroupsAnswer | null> {
  const groupResult = await groupInColumns(reader, columns, selection, paging)
  if (!groupResult) return null
  const rules =
    paging.by === 'rules'
      ? await reader
          .selectFrom('rule')
          .select(['id', 'title'])
          .where('id', 'in', valuesOf(groupResult.groups.map(({ key }) => key)))
          .execute()
      : []
  const titles = new Map(rules.map(({ id, title }) => [id, title]))
  const firsts = groupResult.groups.flatMap(({ upgrades }) => (upgrades ? [upgrades.first] : []))
  const ecosystems = firsts.length > 0 ? await ecosystemsOf(reader, firsts) : new Map<number, string>()
  return {
    ...groupResult,
    groups: await Promise.all(
      groupResult.groups.map(async (group) => ({
        value: group.value,
        count: group.count,
        severities: Object.fromEntries(severities.map((name, place) => [name, group.severities[place] ?? 0])),
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

/** The package managers of some findings, by their ids. */
async function ecosystemsOf(reader: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await reader
    .selectFrom('finding')
    .select(['id', 'ecosystem'])
    .where('id', 'in', valuesOf(ids))
    .execute()
  return new Map(rows.flatMap(({ id, ecosystem }) => (ecosystem === null ? [] : [[id, ecosystem]])))
}

/** The groups with the upgrades that their findings name, in one statement more. */
async function addUpgrades(
  reader: Reader,
  selection: Selection,
  groups: readonly FindingGroup[],
): Promise<FindingGroup[]> {
  const names = groups.flatMap(({ value }) => value ?? [])
  const { rows } = await sql<CountedUpgrade & { package: string; first: number }>`
    with base as materialized (
      select finding.id as id, ${packageOfUpgrade()} as package, ${findingColumn('upgrade')} as upgrade
      from finding where ${isSelected(selection)})
    select package, upgrade, count(*) as count, min(id) as first from base
    where package in ${valuesOf(names)} group by package, upgrade`.execute(reader)
  const firstOf = (name: string) =>
    Math.min(...rows.filter((row) => row.package === name).map(({ first }) => first))
  const ecosystems = await ecosystemsOf(reader, names.map(firstOf))
  return Promise.all(
    groups.map(async (group) => {
      const { value } = group
      if (value === null) return group
      const upgrades = rows.filter((row) => row.package === value)
      return {
        ...group,
        upgrades: await sortUpgradeVersions(upgrades, ecosystems.get(firstOf(value)) ?? null),
      }
    }),
  )
}

function groupStatement(selection: Selection, { by, sort, size, offset }: Paging) {
  const { key, value, title, from } = groupSources[by]
  const columns = sql.join([
    sql`${key} as key`,
    ...baseColumns.map((name) => sql`${findingColumn(name)} as ${sql.ref(name)}`),
  ])
  const upgrades = sql.join([
    sql`base.key as key`,
    sql`count(*) as count`,
    sql`count(distinct base.project_id) as projects`,
    sql`max(base.severity) as worst`,
    ...severities.map((severity, place) => sumWhere(sql`base.severity = ${sql.lit(place)}`, severity)),
    ...countColumns[selection.type],
  ])
  return sql<Row>`
    with base as materialized (select ${columns} from finding where ${isSelected(selection)}),
    counted as materialized (select ${upgrades} from base group by 1),
    shown as (select 1 as found, ${value} as value, ${title ?? sql`null`} as title, ${lastSeen[selection.type]}, counted.*
      from counted ${from ?? sql``} order by ${groupOrder(by, sort)} limit ${size} offset ${offset})
    select (select count(*) from counted) as groups, (select sum(count) from counted) as findings, shown.* from (select 1) left join shown on true`
}

/** When the newest scan ran that saw a secret. */
const lastSeen = {
  sast: sql`null as last_seen`,
  sca: sql`null as last_seen`,
  secrets: sql`(select started_at from scan where scan.id = counted.last_scan) as last_seen`,
}

const baseColumns = [
  'project_id',
  'ref_id',
  'severity',
  'reachability',
  'secret_type',
  'validation_state',
  'validated_at',
  'created_at',
  'last_seen_scan_id',
] as const

function groupOrder(by: Grouping, sort: GroupSort): RawBuilder<unknown> {
  const worst = sort === '-severity' ? sql`worst desc, ` : sql``
  const end = sql`${worst}count desc, value is null, value`
  if (by === 'upgrade') return sql`value is null, ${end}`
  if (by !== 'secret') return end
  const last = sql.lit(ranks.indexOf('CONFIRMED_INVALID'))
  return sql`case rank when 0 then 0 when ${last} then 2 else 1 end, ${end}`
}

function toGroup(row: Row, type: Selection['type'], by: Grouping): FindingGroup {
  const group = {
    value: row.value,
    count: row.count,
    severities: Object.fromEntries(severities.map((severity) => [severity, row[severity]])),
    title: row.title,
    projects: row.projects,
  }
  if (type === 'sca') return { ...group, reachable: row.reachable }
  if (by !== 'secret') return group
  const state = typeof row.rank === 'number' ? ranks[row.rank] : undefined
  const checked = state && row[`checked${ranks.indexOf(state)}`]
  const { refs = 0, first_seen: firstSeen = null, last_seen: lastSeen = null } = row
  return {
    ...group,
    ...secretGroupFields({
      refs: refs ?? 0,
      state: state ?? null,
      checkedAt: checked ?? null,
      firstSeen,
      lastSeen,
    }),
  }
}

/** What a group of a secret tells beside what all groups tell. */
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
