import { sql } from 'kysely'
import { ecosystemOfName } from '#contract/ecosystems.ts'
import { digest } from '#server/base/credentials/digests.ts'
import { distributorOf } from '#server/base/purl.ts'
import {
  findingTypes,
  fromCode,
  ownerSources,
  scanKinds,
  scanStatuses,
  states,
  toCode,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { yieldToEventLoop } from '#server/reports/input/reader.ts'
import type { KnownFinding } from '../../matching/candidates.ts'

const rowsPerBatch = 2000

/** A stored finding with the data needed for matching. */
export interface StoredFinding extends KnownFinding {
  /** The match-based id of the newest scan, as shown in the API. */
  matchBasedId: string
  /** The last line and column of its region. */
  end: readonly [line: number | null, column: number | null]
  /** Whether its flaw is on other refs too. */
  isShared: boolean
  sourceId: number
  lastSeenScanId: number
  /** The part of what its tool scans; null if it is unknown. */
  part: string | null
  triageState: number
  triageReason: number | null
  /** Whether it counts as open: neither suppressed nor ignored. */
  isOpenFinding: boolean
  /** Whether it has no stored evidence, because it is from before evidence was stored. */
  isOld: boolean
  /** When somebody last triaged its flaw on another ref, milliseconds since 1970; known of flaws of other refs only. */
  triagedAt: number | null
  hasTicket: boolean
  isOnPrimary: boolean
  /** Since when it is open on the primary branch; null if it is not, or on another ref. */
  openSince: number | null
}

interface SourceOnRef {
  deploymentId: number
  refId: number
  sourceId: number
}

const openStates = [toCode(states, 'unresolved'), toCode(states, 'muted')]

/**
 * The findings of a source on a ref, including fixed and removed ones. Before its first scan there, also the open ones of
 * the tool's other categories, which that scan takes over. A run that failed may have been before.
 */
export async function readRefFindings(reader: Reader, target: SourceOnRef): Promise<StoredFinding[]> {
  const own = await readSourceFindings(reader, target)
  if (!(await isFirstScan(reader, target))) return own
  return [...own, ...(await readOtherCategories(reader, target))]
}

async function isFirstScan(reader: Reader, { deploymentId, refId, sourceId }: SourceOnRef): Promise<boolean> {
  const scan = await reader
    .selectFrom('scan')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('ref_id', '=', refId)
    .where('source_id', '=', sourceId)
    .where('status', '=', toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'))
    .limit(1)
    .executeTakeFirst()
  return scan === undefined
}

/** The open or the closed findings of the tool's other categories on a ref, of flaws that the source does not have there. */
export async function readOtherCategories(
  reader: Reader,
  target: SourceOnRef,
  which: 'open' | 'closed' = 'open',
): Promise<StoredFinding[]> {
  const rows = await matchColumns(reader, target.deploymentId)
    .where('finding.ref_id', '=', target.refId)
    .where('finding.source_id', 'in', (query) =>
      query
        .selectFrom('scan_source as own')
        .innerJoin('scan_source as source', (join) =>
          join
            .onRef('source.deployment_id', '=', 'own.deployment_id')
            .onRef('source.tool', '=', 'own.tool')
            .onRef('source.id', '<>', 'own.id'),
        )
        .select('source.id')
        .where('own.deployment_id', '=', target.deploymentId)
        .where('own.id', '=', target.sourceId),
    )
    .where('finding.state', which === 'open' ? 'in' : 'not in', openStates)
    .where('finding.flaw_id', 'not in', (query) =>
      query
        .selectFrom('finding')
        .select('flaw_id')
        .where('deployment_id', '=', target.deploymentId)
        .where('ref_id', '=', target.refId)
        .where('source_id', '=', target.sourceId),
    )
    .orderBy('finding.id')
    .execute()
  const flaws = new Map(rows.map((row) => [row.flaw_id, storedFinding(row, true)]))
  return [...flaws.values()]
}

async function readSourceFindings(reader: Reader, target: SourceOnRef): Promise<StoredFinding[]> {
  const findings: StoredFinding[] = []
  for (let after = 0; ; ) {
    const rows = await matchColumns(reader, target.deploymentId)
      .select(
        sql<number>`exists (select 1 from finding as other
          where other.deployment_id = finding.deployment_id and other.flaw_id = finding.flaw_id
          and other.ref_id <> finding.ref_id)`.as('shared'),
      )
      .where('finding.ref_id', '=', target.refId)
      .where('finding.source_id', '=', target.sourceId)
      .where('finding.id', '>', after)
      .orderBy('finding.id')
      .limit(rowsPerBatch)
      .execute()
    for (const row of rows) findings.push(storedFinding(row, row.shared === 1))
    after = rows.at(-1)?.id ?? 0
    if (rows.length < rowsPerBatch) return findings
    await yieldToEventLoop()
  }
}

const heavierThanIds = 4_294_967_296

/** What is added to ids so that rows of the primary branch are the greatest, then those of other refs that others are made from. */
const weightOfRef = (references: ReadonlySet<number>) =>
  sql`case when other.on_primary = 1 then ${sql.lit(2 * heavierThanIds)}
    when other.ref_id in ${valuesOf(references)} then ${sql.lit(heavierThanIds)} else 0 end`

/**
 * One finding for each flaw of a tool and each file that it is in on other refs of the project: that of the primary branch,
 * else of another ref that branches are made from, else the newest.
 * @param references the ids of these refs.
 * @param categories `own`: flaws of the source that it does not have on this ref; `others`: flaws of other categories
 * of the tool that no source has on this ref.
 */
export async function readOtherRefFlaws(
  reader: Reader,
  target: { deploymentId: number; projectId: number; refId: number; sourceId: number },
  references: ReadonlySet<number>,
  categories: 'own' | 'others',
): Promise<StoredFinding[]> {
  const rows = await matchColumns(reader, target.deploymentId)
    .innerJoin(
      reader
        .selectFrom('ref')
        .innerJoin('finding as other', (join) =>
          join.onRef('other.deployment_id', '=', 'ref.deployment_id').onRef('other.ref_id', '=', 'ref.id'),
        )
        .innerJoin('scan_source as source', (join) =>
          join
            .onRef('source.deployment_id', '=', 'other.deployment_id')
            .onRef('source.id', '=', 'other.source_id'),
        )
        .innerJoin('scan_source as own', (join) =>
          join.onRef('own.deployment_id', '=', 'source.deployment_id').onRef('own.tool', '=', 'source.tool'),
        )
        .select(sql<number>`max(${weightOfRef(references)} + other.id) % ${sql.lit(heavierThanIds)}`.as('id'))
        .select(({ fn }) => fn.max('other.triaged_at').as('triaged_at'))
        .where('own.id', '=', target.sourceId)
        .where('ref.deployment_id', '=', target.deploymentId)
        .where('ref.project_id', '=', target.projectId)
        .where('ref.id', '<>', target.refId)
        .where('other.source_id', categories === 'own' ? '=' : '<>', target.sourceId)
        .where('other.flaw_id', 'not in', (subquery) =>
          subquery
            .selectFrom('finding')
            .select('flaw_id')
            .where('deployment_id', '=', target.deploymentId)
            .where('ref_id', '=', target.refId)
            .$if(categories === 'own', (query) => query.where('source_id', '=', target.sourceId)),
        )
        .groupBy(['other.flaw_id', 'other.path'])
        .as('chosen'),
      (join) => join.onRef('chosen.id', '=', 'finding.id'),
    )
    .select('chosen.triaged_at')
    .execute()
  // A flaw that stands in several files is found in that of such a ref first. The database would sort whole rows.
  return rows
    .map((row) => ({
      ...storedFinding(row, true, row.triaged_at),
      isOfReference: references.has(row.ref_id),
    }))
    .sort((one, other) => Number(other.isOfReference) - Number(one.isOfReference) || one.id - other.id)
}

/** Findings by their ids, or all rows of flaws on any ref. */
export async function storedFindings(
  reader: Reader,
  deploymentId: number,
  which: { ids: readonly number[] } | { flawIds: readonly number[] },
): Promise<StoredFinding[]> {
  const rows = matchColumns(reader, deploymentId)
  const findings =
    'ids' in which
      ? rows.where('finding.id', 'in', which.ids)
      : rows.where('finding.flaw_id', 'in', valuesOf(which.flawIds))
  return (await findings.execute()).map((row) => storedFinding(row, true))
}

function matchColumns(reader: Reader, deploymentId: number) {
  return reader
    .selectFrom('finding')
    .innerJoin('rule', (join) =>
      join.onRef('rule.deployment_id', '=', 'finding.deployment_id').onRef('rule.id', '=', 'finding.rule_id'),
    )
    .leftJoin('finding_evidence as evidence', (join) =>
      join
        .onRef('evidence.deployment_id', '=', 'finding.deployment_id')
        .onRef('evidence.finding_id', '=', 'finding.id'),
    )
    .where('finding.deployment_id', '=', deploymentId)
    .select(['finding.id', 'finding.flaw_id', 'finding.type', 'finding.ref_id', 'finding.match_based_id'])
    .select(['finding.path', 'finding.line', 'finding.column', 'finding.resource', 'finding.state'])
    .select(['finding.end_line', 'finding.end_column'])
    .select(['finding.first_seen_scan_id', 'finding.last_seen_scan_id'])
    .select('finding.source_id')
    .select(['finding.triage_state', 'finding.triage_reason', 'finding.triage_comment'])
    .select(['finding.ignored_until', 'finding.ignore_ends', 'finding.has_ticket'])
    .select(['finding.on_primary', 'finding.relevant_since', 'finding.open_since'])
    .select(['finding.owner', 'finding.owner_source'])
    .select(
      sql<number>`exists (select 1 from finding_comment as comment
        where comment.deployment_id = finding.deployment_id and comment.finding_id = finding.id
        and comment.deleted_at is null)`.as('commented'),
    )
    .select(['finding.secret_type', 'finding.secret_hash'])
    .select(['finding.ecosystem', 'finding.package', 'finding.package_version', 'finding.advisory'])
    .select((eb) => eb.fn.coalesce('rule.tool_rule', 'rule.path').as('rule_key'))
    .select(['evidence.finding_id as evidence_of', 'evidence.scheme'])
    .select(['evidence.fingerprint', 'evidence.other_scheme', 'evidence.other_fingerprint'])
    .select(['evidence.code', 'evidence.tokens', 'evidence.context', 'evidence.flow'])
    .select(['evidence.message', 'evidence.aliases_json', 'evidence.purl', 'evidence.distribution'])
    .select('evidence.part')
}

type Row = Awaited<ReturnType<ReturnType<typeof matchColumns>['executeTakeFirstOrThrow']>>

/** @param isShared whether its flaw is on other refs too. @param triagedAt when that was triaged there. */
function storedFinding(row: Row, isShared: boolean, triagedAt: number | null = null): StoredFinding {
  const state = fromCode(states, row.state)
  const type = fromCode(findingTypes, row.type)
  const isOpen = state === 'unresolved' || state === 'muted'
  return {
    id: row.id,
    flawId: row.flaw_id,
    refId: row.ref_id,
    isOfReference: false,
    firstSeenScanId: row.first_seen_scan_id,
    isShared,
    sourceId: row.source_id,
    lastSeenScanId: row.last_seen_scan_id,
    part: row.part,
    matchBasedId: row.match_based_id,
    end: [row.end_line, row.end_column],
    triageState: row.triage_state,
    triageReason: row.triage_reason,
    isOpenFinding: state === 'unresolved' && fromCode(triageStates, row.triage_state) !== 'ignored',
    isOld: row.evidence_of === null,
    triagedAt,
    hasTicket: row.has_ticket === 1,
    isOnPrimary: row.on_primary === 1,
    openSince: isOpen && row.on_primary === 1 ? (row.open_since ?? row.relevant_since) : null,
    open: isOpen,
    offeredTo: null,
    decision: decisionOf(row),
    isInterchangeable: !isShared && decisionOf(row) === '',
    rule: row.rule_key,
    path: row.path ?? '',
    line: row.line ?? 0,
    column: row.column ?? 0,
    resource: row.resource,
    fingerprint:
      row.scheme === null || row.fingerprint === null ? null : { scheme: row.scheme, value: row.fingerprint },
    otherFingerprint:
      row.other_scheme === null || row.other_fingerprint === null
        ? null
        : { scheme: row.other_scheme, value: row.other_fingerprint },
    code: row.code,
    tokens: row.tokens,
    tokenCount: 0,
    context: row.context,
    flow: row.flow,
    message: row.message ?? '',
    dependency:
      type === 'sca' && row.package !== null
        ? {
            // Stored before distributions had an ecosystem: `debian` is `deb`.
            ecosystem: ecosystemOfName(row.ecosystem) ?? row.ecosystem,
            name: row.package,
            version: row.package_version ?? '',
            purl: row.purl,
            distribution: distributorOf(row.purl, row.distribution),
            advisories: advisoriesOf(row),
          }
        : null,
    secret: type === 'secrets' ? { type: row.secret_type ?? '', value: row.secret_hash } : null,
  }
}

function advisoriesOf({ advisory, aliases_json, rule_key }: Row): string[] {
  // parse: our own column, written from a list of strings.
  const aliases = aliases_json === null ? [] : parseStored<string[]>(aliases_json)
  return uniqueIds([...aliases, ...(advisory === null ? [] : [advisory]), rule_key])
}

/** The ids of an advisory, its own first; a rule is named after its advisory. Case-insensitive. */
export function advisoryIds(own: string | null, aliases: readonly string[], rule: string): string[] {
  return uniqueIds([...(own === null ? [] : [own]), ...aliases, rule])
}

const uniqueIds = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toUpperCase()))]

/**
 * What people did to a finding: two are equal if state, reason, end, note and the owner whom they set are. A ticket and
 * comments belong to one flaw.
 */
function decisionOf(row: Row): string {
  const { triage_state, triage_reason, ignored_until, ignore_ends, triage_comment } = row
  const triage = fromCode(triageStates, triage_state)
  const isDecided = triage !== 'untriaged' && triage !== 'reopened'
  const parts = [
    isDecided
      ? `${triage} ${fromCode(triageReasons, triage_reason)} ${ignored_until ?? ''} ${ignore_ends ?? ''}`
      : '',
    triage_comment ?? '',
    row.owner_source === setByHand ? `owner ${row.owner ?? ''}` : '',
    row.has_ticket === 1 || row.commented === 1 ? `flaw ${row.flaw_id}` : '',
  ]
  return parts.some((part) => part !== '') ? parts.join(' ') : ''
}

const setByHand = toCode(ownerSources, 'manual')

/** Hash of a message for comparison; '' for none. */
export const messageDigest = (message: string | null): string => (message === null ? '' : digest(message))

/** Whether a full scan of the source was applied to the ref before. */
export async function hasFullScan(
  reader: Reader,
  { deploymentId, projectId, refId, sourceId }: SourceOnRef & { projectId: number },
): Promise<boolean> {
  const scan = await reader
    .selectFrom('scan')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('ref_id', '=', refId)
    .where('source_id', '=', sourceId)
    .where('kind', '=', toCode(scanKinds, 'full'))
    .where('status', '=', toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'))
    .limit(1)
    .executeTakeFirst()
  return scan !== undefined
}
