import { sql } from 'kysely'
import { findingTypes, fromCode, states, statuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textOfFinding } from '#server/db/rule-texts.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { PreparedJson } from '#server/http/route.ts'
import { askedOf, modeOfLevel, readEffectiveModes } from '#server/records/policies/effective-modes.ts'
import { furtherAdvisoryIds } from '#server/reports/values/advisories.ts'
import { readFirstSeen } from '../list/first-seen.ts'
import { readFragments, ruleOf } from '../list/fragments.ts'
import { type FindingRow, findingColumns } from '../list/rows.ts'
import { formatInstant, writeFinding, writePolicy } from '../list/write-finding.ts'
import { readHistory } from './history.ts'
import { readMatches } from './matches.ts'
import { type SecretColumns, secretColumns, secretFacts } from './secret-facts.ts'

/**
 * A finding with the columns of its detail. `removed` findings are included, so that a link to one still explains why.
 */
export type FindingWithType = FindingRow & SecretColumns & { type: number }

/**
 * Reads one finding of a deployment, of any type.
 * @param id as in the URL.
 * @throws HttpError 404 if the deployment has no such finding.
 */
export async function findingById(
  reader: Reader,
  deploymentId: number,
  id: string,
): Promise<FindingWithType> {
  const number = ownId(id)
  const row =
    number === null
      ? undefined
      : await reader
          .selectFrom('finding')
          .select([...findingColumns, ...secretColumns, 'type'])
          .where('id', '=', number)
          .where('deployment_id', '=', deploymentId)
          .executeTakeFirst()
  if (!row) throw notFound('finding')
  return row
}

/** Reads a finding with its detail as JSON. @throws HttpError 404. */
export const readDetail = (database: Reader, deploymentId: number, id: string): Promise<PreparedJson> =>
  database.transaction().execute(async (reader) => {
    const row = await findingById(reader, deploymentId, id)
    return new PreparedJson(await getFindingDetail(reader, row))
  })

/**
 * Returns a finding with history, instances on other refs, code, data flow, fix and references, as JSON text; each of
 * the latter is null if the scan did not report it. Source: docs/api.md#one-finding.
 */
async function getFindingDetail(reader: Reader, row: FindingWithType): Promise<string> {
  const modes = await readEffectiveModes(reader, row.deployment_id, askedOf([row]))
  const [fragments, first, detail, instances, secret, found, help] = await Promise.all([
    readFragments(reader, row.deployment_id, [row], modes),
    readFirstSeen(reader, row),
    reader
      .selectFrom('finding_detail')
      .selectAll()
      .where('deployment_id', '=', row.deployment_id)
      .where('finding_id', '=', row.id)
      .executeTakeFirst(),
    listOtherInstances(reader, row),
    secretFacts(reader, row),
    supplyChainFacts(reader, row),
    helpOf(reader, row),
  ])
  const history = await readHistory(reader, row, first)
  const matches = await readMatches(reader, row)
  const type = fromCode(findingTypes, row.type)
  return (
    `{${writeFinding(row, fragments, type === 'sca')},"history":${JSON.stringify(history)},` +
    `"matches":${JSON.stringify(matches)},` +
    `"instances":${JSON.stringify(instances)},"code":${detail?.code_json ?? 'null'},` +
    `"data_flow":${detail?.data_flow_json ?? 'null'},"fix":${detail?.fix_json ?? 'null'},` +
    `"references":${detail?.references_json ?? 'null'},"issue_type":"${type}",` +
    `"rule_help":${JSON.stringify(help)},` +
    `"rule_title":${JSON.stringify(ruleOf(fragments, row)?.title ?? null)},` +
    `"policy_mode":${JSON.stringify(modeOfLevel(modes.levelOf(row.project_id, row.rule_id)))},` +
    `"policy":${writePolicy(row, fragments)},` +
    `"secret":${JSON.stringify(secret)},` +
    `"purl":${JSON.stringify(found.purl)},"advisory_aliases":${JSON.stringify(found.aliases)},"first_seen":${JSON.stringify(first)}}`
  )
}

/** The same finding on the other refs of its project, the primary branch first, then the newest. */
async function listOtherInstances(reader: Reader, row: FindingWithType) {
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
    )
    .select(['finding.id', 'ref.name', 'finding.on_primary', 'finding.status', 'finding.state'])
    .select(['finding.relevant_since', 'finding.line'])
    .where('finding.deployment_id', '=', row.deployment_id)
    .where('finding.flaw_id', '=', row.flaw_id)
    .where('finding.type', '=', row.type)
    .where('finding.ref_id', '<>', row.ref_id)
    .where('finding.removed', '=', 0)
    .orderBy('finding.on_primary', 'desc')
    .orderBy('finding.relevant_since', 'desc')
    .orderBy('finding.id', 'desc')
    .execute()
  return rows.map((other) => ({
    id: other.id,
    ref: other.name,
    primary: other.on_primary === 1,
    status: fromCode(statuses, other.status),
    state: fromCode(states, other.state),
    relevant_since: formatInstant(other.relevant_since),
    line: other.line,
  }))
}

/** The explanation of the rule as the project of the finding says it; null if none is known. */
async function helpOf(reader: Reader, row: FindingWithType): Promise<string | null> {
  const scope = {
    projectId: sql<number>`${row.project_id}`,
    sourceId: sql<number>`${row.source_id}`,
    refId: sql<number>`${row.ref_id}`,
  }
  const rule = await reader
    .selectFrom('rule')
    .select(textOfFinding('help', scope).as('help'))
    .where('deployment_id', '=', row.deployment_id)
    .where('id', '=', row.rule_id)
    .executeTakeFirst()
  return rule?.help ?? null
}

/** The package URL of a supply chain finding as its newest report gives it, and the further ids of its advisory. */
async function supplyChainFacts(reader: Reader, row: FindingWithType) {
  if (fromCode(findingTypes, row.type) !== 'sca') return { purl: null, aliases: [] }
  const evidence = await reader
    .selectFrom('finding_evidence')
    .select(['purl', 'aliases_json'])
    .where('deployment_id', '=', row.deployment_id)
    .where('finding_id', '=', row.id)
    .executeTakeFirst()
  // parse: our own column, written from a list of strings.
  const aliases = parseStored<string[]>(evidence?.aliases_json ?? '[]')
  return { purl: evidence?.purl ?? null, aliases: furtherAdvisoryIds(row.advisory ?? '', aliases) }
}
