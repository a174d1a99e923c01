import { type RawBuilder, sql } from 'kysely'
import type { FindingGroup, GroupsAnswer } from '#contract/answers/findings.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { code, reachabilities, severities, validationStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from './among.ts'
import { instant } from './answer.ts'
import { column } from './columns.ts'
import { isSelected } from './dedup.ts'
import { groupsInMemory } from './memory/count-groups.ts'
import { byUrgency as ranks, type SecretFacts } from './memory/count-secrets.ts'
import type { Columns } from './memory/memory.ts'
import { type FindingSet, type Selection, selectionOf } from './query.ts'
import { counted, type View } from './view.ts'

/** What a group is made by: a column of `finding`, and the table whose row it names where it is an id. */
interface Source {
  key: Parameters<typeof column>[0]
  value: RawBuilder<unknown>
  title?: RawBuilder<unknown>
  from?: RawBuilder<unknown>
}

const itself = sql`counted.key`
const sources: { readonly [G in Grouping]: Source } = {
  rules: {
    key: 'rule_id',
    value: sql`rule.path`,
    title: sql`rule.title`,
    from: sql`left join rule on rule.id = counted.key`,
  },
  repos: {
    key: 'project_id',
    value: sql`project.name`,
    from: sql`left join project on project.id = counted.key`,
  },
  path: { key: 'path', value: itself },
  dependencies: { key: 'package', value: itself },
  vulnerability_identifiers: { key: 'advisory', value: itself },
  upgrade: { key: 'upgrade', value: itself },
  secret: { key: 'secret_hash', value: itself, title: sql`counted.secret_type` },
}

/** A group with a confirmed valid secret comes first; one that is confirmed invalid everywhere comes last. */
const unknownRank = ranks.indexOf('NO_VALIDATOR') + 0.5
const isState = (state: (typeof validationStates)[number]) =>
  sql`base.validation_state = ${sql.lit(code(validationStates, state))}`
const rank = sql`case ${sql.join(
  ranks.map((state, place) => sql`when ${isState(state)} then ${sql.lit(place)}`),
  sql` `,
)} else ${sql.lit(unknownRank)} end`

const sum = (holds: RawBuilder<unknown>, as: string) => sql`sum(${holds}) as ${sql.ref(as)}`

const reachable = ['reachable', 'always_reachable', 'conditionally_reachable'] as const
/** What is counted of every group, beside its findings and projects. */
const countedOf = {
  sast: [],
  sca: [
    sum(
      sql`coalesce(base.reachability in (${sql.join(reachable.map((one) => sql.lit(code(reachabilities, one))))}), 0)`,
      'reachable',
    ),
  ],
  secrets: [
    sql`count(distinct base.ref_id) as refs`,
    sql`max(base.secret_type) as secret_type`,
    sql`min(${rank}) as rank`,
    sql`min(base.created_at) as first_seen`,
    sql`max(base.last_seen_scan_id) as last_scan`,
    ...ranks.map(
      (state, place) =>
        sql`max(case when ${isState(state)} then base.validated_at end) as ${sql.ref(`checked${place}`)}`,
    ),
  ],
}

type Row = Record<'groups' | 'findings' | 'count' | 'projects' | (typeof severities)[number], number> &
  Record<'value' | 'title', string | null> & { found: 1 | null } & Partial<
    Record<'reachable' | 'refs' | 'rank' | 'first_seen' | 'last_seen' | `checked${number}`, number | null>
  >

/**
 * One page of the groups of a filter, counted after dedup. One statement, however many groups there are.
 * @param paging `page` from 0; `pageSize` 100 where not said.
 * Source: API decisions, "Findings", `GET findings/groups`.
 */
export async function groupFindings(
  view: View,
  deploymentId: number,
  set: FindingSet,
  paging: { by: Grouping; page?: number | undefined; pageSize?: number | undefined },
): Promise<GroupsAnswer> {
  const selection = selectionOf(deploymentId, set)
  const { by, page = 0, pageSize = 100 } = paging
  const offset = page * pageSize
  return counted(
    view,
    (columns) => inMemory(view.reader, columns, selection, { by, offset, size: pageSize }),
    async () => {
      const { rows } = await statement(selection, by, pageSize, offset).execute(view.reader)
      return {
        groups: rows.filter((row) => row.found).map((row) => groupOf(row, selection.type, by)),
        total: rows[0]?.groups ?? 0,
        findings: rows[0]?.findings ?? 0,
      }
    },
  )
}

async function inMemory(
  reader: Reader,
  columns: Columns,
  selection: Selection,
  paging: { by: Grouping; offset: number; size: number },
): Promise<GroupsAnswer | null> {
  const found = await groupsInMemory(reader, columns, selection, paging)
  if (!found) return null
  const rules =
    paging.by === 'rules'
      ? await reader
          .selectFrom('rule')
          .select(['id', 'title'])
          .where('id', 'in', valuesOf(found.groups.map(({ key }) => key)))
          .execute()
      : []
  const titles = new Map(rules.map(({ id, title }) => [id, title]))
  return {
    ...found,
    groups: found.groups.map((group) => ({
      value: group.value,
      count: group.count,
      severities: Object.fromEntries(severities.map((name, place) => [name, group.severities[place] ?? 0])),
      title: group.secret?.type ?? titles.get(group.key) ?? null,
      projects: group.projects,
      ...(selection.type === 'sca' ? { reachable: group.reachable } : {}),
      ...(group.secret ? ofSecret(group.secret) : {}),
    })),
  }
}

function statement(selection: Selection, by: Grouping, limit: number, offset: number) {
  const { key, value, title, from } = sources[by]
  const columns = sql.join(
    [key, ...baseColumns].map((name, index) =>
      index === 0 ? sql`${column(name)} as key` : sql`${column(name)} as ${sql.ref(name)}`,
    ),
  )
  const counted = sql.join([
    sql`base.key as key`,
    sql`count(*) as count`,
    sql`count(distinct base.project_id) as projects`,
    ...severities.map((severity, place) => sum(sql`base.severity = ${sql.lit(place)}`, severity)),
    ...countedOf[selection.type],
  ])
  return sql<Row>`
    with base as materialized (select ${columns} from finding where ${isSelected(selection)}),
    counted as materialized (select ${counted} from base group by 1),
    shown as (select 1 as found, ${value} as value, ${title ?? sql`null`} as title, ${lastSeen[selection.type]}, counted.*
      from counted ${from ?? sql``} order by ${orderOf(by)} limit ${limit} offset ${offset})
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

function orderOf(by: Grouping): RawBuilder<unknown> {
  const end = sql`count desc, value is null, value`
  if (by === 'upgrade') return sql`value is null, ${end}`
  if (by !== 'secret') return end
  const last = sql.lit(ranks.indexOf('CONFIRMED_INVALID'))
  return sql`case rank when 0 then 0 when ${last} then 2 else 1 end, ${end}`
}

function groupOf(row: Row, type: Selection['type'], by: Grouping): FindingGroup {
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
    ...ofSecret({ refs: refs ?? 0, state: state ?? null, checkedAt: checked ?? null, firstSeen, lastSeen }),
  }
}

/** What a group of a secret tells beside what all groups tell. */
function ofSecret({ refs, state, checkedAt, firstSeen, lastSeen }: Omit<SecretFacts, 'type'>) {
  return {
    refs,
    validation_state: state ? (`VALIDATION_STATE_${state}` as const) : null,
    validated_at: when(checkedAt),
    first_seen: when(firstSeen),
    last_seen: when(lastSeen),
  }
}

const when = (at: number | null | undefined) => (typeof at === 'number' ? instant(at) : null)
