import { sql } from 'kysely'
import type { listAudit } from '#contract/operations/audit.ts'
import { timeCursorForm } from '#contract/parameters/cursor.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import type { Audit } from '#contract/responses/deployments.ts'
import type { Reader } from '#server/db/database.ts'
import { contains, jsonField } from '#server/db/sql.ts'
import { badRequest, type Fault, unprocessable } from '#server/http/errors.ts'
import { readInstant } from '#server/http/request/instant.ts'

type Query = QueryValues<(typeof listAudit)['query']>
type Filter = 'actor' | 'action' | 'target' | 'since' | 'until'

const defaultLimit = 100
const maxValues = 100

/**
 * Returns one page of a deployment's audit events, newest first, and the number of all that match.
 * @param allDeployments whether to include events without a deployment, such as signing in with a token for all
 * deployments.
 * @throws HttpError 400 for an instant or a cursor that cannot be read, 422 for an end before the beginning.
 * Source: docs/api.md#deployments-tokens-and-people.
 */
export async function pageOfAudit(
  reader: Reader,
  deploymentId: number,
  query: Query,
  allDeployments: boolean,
): Promise<{ total: number; answer: Audit }> {
  const bounds = boundsOf(query)
  const matching = (exclusion?: Filter) =>
    eventsOf(reader, deploymentId, query, bounds, allDeployments, exclusion)
  const { total } = await matching()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = await eventsOfPage(reader, deploymentId, query, allDeployments)
  const facets = query.include
    ? {
        facets: {
          actor: await countValues(matching('actor'), 'actor'),
          action: await countValues(matching('action'), 'action'),
        },
      }
    : {}
  return { total, answer: { ...page, ...facets } }
}

/** The events of one page only. */
export async function eventsOfPage(
  reader: Reader,
  deploymentId: number,
  query: Query,
  allDeployments: boolean,
): Promise<Pick<Audit, 'events' | 'cursor'>> {
  const bounds = boundsOf(query)
  const { after } = bounds
  const limit = query.limit ?? defaultLimit
  const pageRows = await eventsOf(reader, deploymentId, query, bounds, allDeployments)
    .select(['id', 'at', 'actor', 'action', 'target', 'detail_json'])
    .$if(after !== null, (rows) =>
      rows.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after?.at ?? 0, after?.id ?? 0))),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageRows.slice(0, limit)
  const last = page.at(-1)
  return {
    events: page.map(({ detail_json, ...row }) => ({
      ...row,
      id: String(row.id),
      at: new Date(row.at).toISOString(),
      // parse: the column holds JSON, written by us.
      detail: detail_json === null ? null : (JSON.parse(detail_json) as unknown),
    })),
    cursor: last && pageRows.length > limit ? `${last.at}.${last.id}` : '',
  }
}

type Bounds = ReturnType<typeof boundsOf>

/** A query of the events that match, without the `own` parameter. */
function eventsOf(
  reader: Reader,
  deploymentId: number,
  query: Query,
  { since, until }: Bounds,
  allDeployments: boolean,
  exclusion?: Filter,
) {
  const { actor, action, target }: Query = exclusion ? { ...query, [exclusion]: undefined } : query
  let rows = reader
    .selectFrom('audit_event')
    .where((eb) =>
      eb.or([
        eb('deployment_id', '=', deploymentId),
        ...(allDeployments ? [eb('deployment_id', 'is', null)] : []),
      ]),
    )
  if (actor) rows = rows.where('actor', '=', actor)
  if (action?.includes('.')) rows = rows.where('action', '=', action)
  // All that begin with `action` and a dot: "/" follows the dot.
  else if (action) rows = rows.where('action', '>=', `${action}.`).where('action', '<', `${action}/`)
  if (target) rows = rows.where(isAbout(target))
  if (since !== null) rows = rows.where('at', '>=', since)
  if (until !== null) rows = rows.where('at', '<', until)
  return rows
}

const detailField = (path: string) => jsonField(sql.ref('detail_json'), path)

/** The names of objects in details, besides the target, by the actions that have them. */
const namesInDetail: readonly (readonly [actions: string, names: readonly string[]])[] = [
  [
    "(action in ('findings.triaged', 'findings.triage_undone') or action like 'finding.%' or action like 'approval.%')",
    ['finding.title', 'finding.rule', 'finding.package', 'finding.project'],
  ],
  [
    "action in ('person.renamed', 'token.changed', 'view.changed', 'webhook.changed')",
    ['name.from', 'name.to'],
  ],
  ["action like 'policy.%'", ['policy', 'name', 'copyOf']],
  ["action = 'rule_texts.changed'", ['rules']],
  ["action = 'project.tagged'", ['projects']],
  [
    "action in ('rule.renamed', 'rule.separated', 'project.renamed', 'owner.mapped', 'owner_rules.changed')",
    ['from', 'to'],
  ],
  ["action in ('project.merged', 'project.split')", ['into']],
  ["action = 'project.name_reused'", ['formerNameOf']],
  ["action in ('branch.deleted', 'branch.restored')", ['ref']],
  ["action in ('source.retired', 'source.restored')", ['tool', 'category']],
  ["action in ('team.member_joined', 'team.member_left')", ['person', 'group']],
  [
    "action in ('team.created', 'team.changed', 'team.deleted')",
    ['members', 'membersRemoved', 'handles', 'handlesRemoved', 'groups', 'groupsRemoved'],
  ],
  ["action in ('owners.assigned')", ['changes']],
  ["action = 'vex.imported'", ['document', 'author']],
]

/** The names by which people know the settings, which are the targets of their events. */
const settingNames: Readonly<Record<string, string>> = {
  ticketUrlTemplate: 'Ticket URL',
  sbomDefaults: 'SBOM defaults',
  retention: 'Data retention',
  timeZone: 'Time zone',
  dueDates: 'Due dates',
  requireApproval: 'Approval of ignored findings',
}

/** The text that a search matches: the target, and the other names of what changed. */
const searchedText = sql`(coalesce(target, '') || case ${sql.join(
  [
    ...namesInDetail.map(([actions, names]) => {
      const texts = names.map((name) => sql`' ' || coalesce(${detailField(name)}, '')`)
      return sql`when ${sql.raw(actions)} then ${sql.join(texts, sql` || `)}`
    }),
    ...Object.entries(settingNames).map(
      ([target, name]) =>
        sql`when action = 'settings.changed' and target = ${sql.lit(target)} then ${sql.lit(` ${name}`)}`,
    ),
  ],
  sql` `,
)} else '' end)`

/**
 * Whether an event is about a text: one of its names, the policy by its present name, or a rule that it changed in a
 * policy, of any number.
 */
const isAbout = (text: string) => sql<boolean>`(${contains(sql`lower(${searchedText})`, sql`lower(${text})`)}
  or action like 'policy.%' and exists (select 1 from policy
    where policy.deployment_id = audit_event.deployment_id
      and policy.id = cast(${detailField('policyId')} as bigint)
      and ${contains(sql`lower(policy.name)`, sql`lower(${text})`)})
  or action like 'policy.%' and exists (select 1 from policy_change_item as item
    join rule on rule.deployment_id = item.deployment_id and rule.id = item.rule_id
    where item.deployment_id = audit_event.deployment_id
      and item.change_id = cast(${detailField('changeId')} as bigint)
      and ${contains(sql`lower(rule.path)`, sql`lower(${text})`)}))`

function countValues(rows: ReturnType<typeof eventsOf>, by: 'actor' | 'action') {
  return rows
    .select(({ fn, ref }) => [ref(by).as('value'), fn.countAll<number>().as('count')])
    .groupBy(by)
    .orderBy('count', 'desc')
    .orderBy('value')
    .limit(maxValues)
    .execute()
}

function boundsOf(query: Query) {
  const faults: Fault[] = []
  const instant = (parameter: 'since' | 'until'): number | null => {
    const values = query[parameter]
    if (values === undefined || values === '') return null
    const at = readInstant(values)
    if (at !== null) return at
    const detail = `"${values}" is not a time in epoch seconds or ISO 8601 with a time zone`
    faults.push({ parameter, detail })
    return null
  }
  const [since, until] = [instant('since'), instant('until')]
  const cursor = query.cursor ?? ''
  const match = timeCursorForm.exec(cursor)
  const [, at, id] = match ?? []
  const after = at === undefined || id === undefined ? null : { at: Number(at), id: Number(id) }
  if (match === null) {
    faults.push({ parameter: 'cursor', detail: 'is not a cursor from a response' })
  }
  if (faults.length > 0) throw badRequest(faults)
  if (since !== null && until !== null && since > until) {
    throw unprocessable([{ parameter: 'until', detail: '`until` is before `since`.' }])
  }
  return { since, until, after }
}
