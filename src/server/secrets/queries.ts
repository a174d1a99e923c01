import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { QueryValues } from '#contract/query.ts'
import type { listSecrets } from '#contract/secrets.ts'
import { code, findingTypes, severities, statuses, validationStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { badRequest } from '#server/http/errors.ts'
import { ownId } from '#server/http/own-id.ts'

export type SecretsQuery = QueryValues<(typeof listSecrets)['query']>

/** The status that a client names, as ours: a secret under review is open to those who only know four words. */
const ownStatuses = {
  FINDING_STATUS_OPEN: ['open', 'reviewing', 'fixing'],
  FINDING_STATUS_IGNORED: ['ignored'],
  FINDING_STATUS_FIXED: ['fixed'],
} as const

/**
 * One page of secrets in the order of all findings: the newest detected or reintroduced first. A cursor is the id of
 * the last one answered; `0` and none mean the first page.
 * @param since milliseconds; secrets detected or reintroduced from then on.
 * @returns the rows, the number of all that match, whether any are left, and the cursor of the page before: '' on
 * the first, '0' on the second.
 * @throws Refusal 400 for a cursor that is no secret's id. Source: API decisions, "Named operations".
 */
export async function pageOfSecrets(
  reader: Reader,
  deploymentId: number,
  query: SecretsQuery,
  since: number | null,
) {
  const size = query.limit ?? 100
  const last = await placeOf(reader, deploymentId, query.cursor)
  const found = narrowed(
    reader
      .selectFrom('finding')
      .where('finding.deployment_id', '=', deploymentId)
      .where('finding.type', '=', code(findingTypes, 'secrets')),
    query,
    since,
  )
  const [{ total }, rows] = await Promise.all([
    found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .innerJoin('project', 'project.id', 'finding.project_id')
      .innerJoin('ref', 'ref.id', 'finding.ref_id')
      .leftJoin('policy_rule', (join) =>
        join
          .onRef('policy_rule.policy_id', '=', 'finding.policy_id')
          .onRef('policy_rule.rule_id', '=', 'finding.rule_id'),
      )
      .selectAll('finding')
      .select([
        'project.name as project_name',
        'project.url as project_url',
        'ref.name as ref_name',
        'policy_rule.mode',
      ])
      .where(last ? sql<SqlBool>`${place} < ${last}` : sql<SqlBool>`true`)
      .orderBy('finding.relevant_since', 'desc')
      .orderBy('finding.id', 'desc')
      .limit(size + 1)
      .execute(),
  ])
  const before = last
    ? await found
        .select('finding.id')
        .where(sql<SqlBool>`${place} >= ${last}`)
        .orderBy('finding.relevant_since')
        .orderBy('finding.id')
        .limit(size + 1)
        .execute()
    : []
  return {
    rows: rows.slice(0, size),
    hasMore: rows.length > size,
    total,
    previous: before.length === 0 ? '' : String(before[size]?.id ?? 0),
  }
}

const place = sql`(finding.relevant_since, finding.id)`

/** Where the secret of a cursor stands in the order; null for the first page. */
async function placeOf(reader: Reader, deploymentId: number, cursor: string | undefined) {
  if (!cursor || cursor === '0') return null
  const row = await reader
    .selectFrom('finding')
    .select(['relevant_since', 'id'])
    .where('deployment_id', '=', deploymentId)
    .where('type', '=', code(findingTypes, 'secrets'))
    .where('id', '=', ownId(cursor) ?? -1)
    .executeTakeFirst()
  if (!row) throw badRequest([{ parameter: 'cursor', detail: 'is not a cursor of an answer' }])
  return sql`(${row.relevant_since}, ${row.id})`
}

export type SecretRow = Awaited<ReturnType<typeof pageOfSecrets>>['rows'][number]

function narrowed(
  secrets: SelectQueryBuilder<Tables, 'finding', unknown>,
  query: SecretsQuery,
  since: number | null,
) {
  let found = secrets.where(statusCondition(query.status))
  if (since !== null) found = found.where('finding.relevant_since', '>=', since)
  if (query.severity) {
    const wanted = query.severity.map((word) => word.replace('SEVERITY_', '').toLowerCase())
    found = found.where('finding.severity', 'in', positions(severities, wanted))
  }
  if (query.validation_state) {
    const wanted = query.validation_state.map((word) => word.replace('VALIDATION_STATE_', ''))
    found = found.where('finding.validation_state', 'in', positions(validationStates, wanted))
  }
  if (query.repo) {
    const names = sql<string>`(select value from json_each(${JSON.stringify(query.repo)}))`
    found = found.where('finding.project_id', 'in', (of) =>
      of
        .selectFrom('project')
        .select('project.id')
        .whereRef('project.deployment_id', '=', 'finding.deployment_id')
        .where('project.name', 'in', names),
    )
  }
  return found
}

const positions = (list: readonly string[], words: readonly string[]) =>
  words.map((word) => code<string>(list, word))

/** Removed ones are kept for their history, and listed only for who asks for them. */
function statusCondition(asked: SecretsQuery['status']) {
  if (!asked) return sql<SqlBool>`finding.removed = 0`
  const own = Object.entries(ownStatuses).flatMap(([word, ours]) =>
    asked.some((one) => one === word) ? ours.map((status) => code(statuses, status)) : [],
  )
  const standing = sql<SqlBool>`(finding.removed = 0 and finding.status in (select value from json_each(${JSON.stringify(own)})))`
  return asked.includes('FINDING_STATUS_REMOVED')
    ? sql<SqlBool>`(finding.removed = 1 or ${standing})`
    : standing
}
