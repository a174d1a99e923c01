import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { comparableName } from '#contract/ecosystems.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { furtherAdvisoryIds } from '#server/reports/values/advisories.ts'

/** Findings per statement, after which other requests are answered. */
const rowsPerRead = 1_000

/** The findings to read: those of a project, of one ref or of all. */
export interface FindingScope {
  deploymentId: number
  projectId: number
  refId: number | null
}

const sca = toCode(findingTypes, 'sca')

function readPage(
  reader: Reader,
  { deploymentId, projectId, refId }: FindingScope,
  after: { relevant_since: number; id: number } | undefined,
) {
  return (
    reader
      .selectFrom('finding')
      .innerJoin('rule', (join) =>
        join
          .onRef('rule.deployment_id', '=', 'finding.deployment_id')
          .onRef('rule.id', '=', 'finding.rule_id'),
      )
      .leftJoin('finding_evidence as evidence', (join) =>
        join
          .onRef('evidence.deployment_id', '=', 'finding.deployment_id')
          .onRef('evidence.finding_id', '=', 'finding.id'),
      )
      .select(['finding.id', 'finding.relevant_since', 'finding.ecosystem', 'finding.package'])
      .select(['finding.package_version', 'finding.upgrade', 'finding.status', 'finding.state'])
      .select([
        'finding.triage_state',
        'finding.triage_reason',
        'finding.triage_comment',
        'finding.triaged_at',
        'finding.ignored_until',
        'finding.ignore_ends',
        'finding.approval_state',
        'finding.severity',
      ])
      .select(['finding.state_updated_at', 'finding.created_at', 'evidence.aliases_json'])
      .select(['evidence.purl', 'evidence.distribution'])
      // A finding without an advisory is named by its rule in the tool.
      .select(sql<string>`coalesce(finding.advisory, rule.tool_rule, rule.path)`.as('advisory'))
      .where('finding.deployment_id', '=', deploymentId)
      .where('finding.type', '=', sca)
      .where('finding.project_id', '=', projectId)
      .where('finding.removed', '=', 0)
      .$if(refId !== null, (query) => query.where('finding.ref_id', '=', refId ?? 0))
      .$if(after !== undefined, (query) =>
        query
          .where('finding.relevant_since', '<=', after?.relevant_since ?? 0)
          .where((eb) =>
            eb.or([
              eb('finding.relevant_since', '<', after?.relevant_since ?? 0),
              eb('finding.id', '<', after?.id ?? 0),
            ]),
          ),
      )
      .orderBy('finding.relevant_since', 'desc')
      .orderBy('finding.id', 'desc')
      .limit(rowsPerRead)
      .execute()
  )
}

/** A supply-chain finding, with what a VEX statement needs of it. */
export type FindingRow = Awaited<ReturnType<typeof readPage>>[number]

/** Reads the supply-chain findings of a project without the removed ones, in pages. */
export async function* readFindings(reader: Reader, scope: FindingScope): AsyncGenerator<FindingRow> {
  let after: FindingRow | undefined
  do {
    const page: FindingRow[] = await readPage(reader, scope, after)
    await setImmediate()
    yield* page
    after = page.length < rowsPerRead ? undefined : page.at(-1)
  } while (after !== undefined)
}

/** The ids of a finding's vulnerability, its own first. */
export function advisoryIdsOf({ advisory, aliases_json }: FindingRow): string[] {
  // parse: our own column, written from a list of strings.
  const aliases = aliases_json === null ? [] : parseStored<string[]>(aliases_json)
  return [advisory, ...furtherAdvisoryIds(advisory, aliases)]
}

/** A package for comparison, whichever way its name is spelled. */
export const packageKey = (ecosystem: string, name: string): string =>
  JSON.stringify([ecosystem, comparableName(ecosystem, name)])
