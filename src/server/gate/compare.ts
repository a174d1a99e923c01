import { type RawBuilder, sql } from 'kysely'
import type { gateCauses } from '#contract/responses/gate.ts'
import { TimeSlice } from '#server/base/time-slice.ts'
import { findingTypes, states, toCode, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textsOf, valuesOf } from '#server/db/sql.ts'
import type { GateScan } from '#server/records/gate/scans.ts'
import { beyondBase, type Comparison, isChangedBy, standsFor } from './beyond-base.ts'

export type GateCause = (typeof gateCauses)[number]

/** A finding of the commit that the base does not have. */
export interface NewFinding {
  id: number
  ruleId: number
  type: number
  severity: number
  path: string | null
  line: number | null
  package: string | null
  version: string | null
  lastSeenScanId: number
  cause: GateCause
}

interface Row extends Omit<NewFinding, 'cause'> {
  flaw_id: number
  state: number
  triage_state: number
  ignored_until: number | null
  match_id: string
  code: string | null
  resource: string | null
  advisory: string | null
  aliases_json: string | null
  has_returned: number
  is_linked: number
  is_renamed_twice: number
}

const unresolved = toCode(states, 'unresolved')
const muted = toCode(states, 'muted')
const fixed = toCode(states, 'fixed')
const ignored = toCode(triageStates, 'ignored')
const supplyChain = toCode(findingTypes, 'sca')

/**
 * Returns the findings of a scan's source and ref that count against its base: neither fixed nor ignored by a person,
 * and not present there in the same state. Equal matches that could not be told apart are compared by their number.
 * Some statements, and one for each kind of proof that a rule was unknown to the base.
 * @returns `counting`, and in `excepted` those that would count too if nobody had ignored any.
 */
export async function newFindings(
  reader: Reader,
  comparison: Comparison,
): Promise<{ counting: NewFinding[]; excepted: NewFinding[] }> {
  const { countSuppressed, now } = comparison
  const all = (await candidateRows(reader, comparison)).filter(
    (row) => row.state !== muted || countSuppressed,
  )
  // What is ignored on the head may be what the base has, so that another one like it is new.
  const counting = await countingAmong(
    reader,
    comparison,
    all.toSorted((one, other) => Number(isIgnored(other, now)) - Number(isIgnored(one, now))),
  )
  const ignoredIds = new Set(all.flatMap((row) => (isIgnored(row, now) ? [row.id] : [])))
  return {
    counting: counting.filter(({ id }) => !ignoredIds.has(id)),
    excepted: counting.filter(({ id }) => ignoredIds.has(id)),
  }
}

/** The findings that count if these candidates do. */
async function countingAmong(
  reader: Reader,
  comparison: Comparison,
  rows: readonly Row[],
): Promise<NewFinding[]> {
  const { base } = comparison
  const found = await beyondBase(reader, comparison, rows)
  const causes = found.map((row) => ({ row, cause: causeOf(row) }))
  const unknown = base === null ? new Set<number>() : await unknownToBase(reader, comparison, base, found)
  return causes.map(({ row, cause }) => ({
    id: row.id,
    ruleId: row.ruleId,
    type: row.type,
    severity: row.severity,
    path: row.path,
    line: row.line,
    package: row.package,
    version: row.version,
    lastSeenScanId: row.lastSeenScanId,
    cause: unknown.has(row.id) && cause === 'new' ? 'newly_detected' : cause,
  }))
}

/** A finding whose time has passed counts, also before it is reopened. */
const isIgnored = (
  { triage_state: triage, ignored_until: until, is_renamed_twice: isTwice }: Row,
  now: number,
) => triage === ignored && isTwice === 0 && (until === null || until > now)

function causeOf({
  state,
  has_returned: hasReturned,
  is_linked: isLinked,
  match_id: matchId,
  resource,
}: Row): GateCause {
  if (state === muted) return 'suppressed_in_change'
  if (hasReturned === 1) return 'returned'
  // Ids number equal code whatever its resource is.
  return isLinked === 0 && resource === null && /_[1-9]\d*$/.test(matchId) ? 'more_than_base' : 'new'
}

/** Findings of the head that are not present in the base in the same state. */
async function candidateRows(reader: Reader, comparison: Comparison): Promise<Row[]> {
  const { deploymentId, head, base, failedRuns } = comparison
  const inBase = (condition: RawBuilder<unknown>) =>
    base === null
      ? sql<boolean>`false`
      : sql<boolean>`exists (select 1 from finding as other where other.deployment_id = ${deploymentId}
          and other.flaw_id = finding.flaw_id and other.ref_id = ${base.refId}
          and other.source_id = ${head.sourceId} and other.removed = 0
          and ${standsFor('finding', 'other', comparison)} and ${condition}
          and not ${isChangedBy('other', comparison, failedRuns)})`
  const isOwnBase = base?.refId === head.refId
  // Since the base, its own ref was changed by the scan and by runs that failed.
  const runs = [head.id, ...(isOwnBase ? failedRuns : [])]
  const hasEvent = (condition: RawBuilder<unknown>) =>
    sql<boolean>`exists (select 1 from finding_event as event where event.deployment_id = ${deploymentId}
      and event.finding_id = finding.id and event.scan_id in ${valuesOf(runs)} and ${condition})`
  // Hidden before the scan, which ended that.
  const isUncovered = hasEvent(sql`event.kind = 'triaged' and event.from_state = 'ignored'`)
  const hasReturned = isOwnBase
    ? hasEvent(sql`event.kind = 'reappeared'`)
    : inBase(sql`other.state = ${fixed}`)
  const isNew =
    base === null
      ? sql<boolean>`true`
      : isOwnBase
        ? sql<boolean>`(${isChangedBy('finding', comparison, runs, ['reappeared', 'muted'])} or ${isUncovered})`
        : sql<boolean>`not ${inBase(sql`other.state = finding.state`)}`
  const isRenamedTwice = sql<boolean>`finding.id in ${valuesOf(await renamedTwice(reader, comparison))}`
  const { rows } = await sql<Row>`
    select finding.id, finding.flaw_id, finding.rule_id as ${sql.ref('ruleId')}, finding.type, finding.severity, finding.path,
      finding.line, finding.package, finding.package_version as version, finding.last_seen_scan_id as ${sql.ref('lastSeenScanId')},
      finding.state, finding.triage_state, finding.ignored_until,
      finding.match_based_id as match_id, coalesce(evidence.tokens, evidence.code) as code, finding.resource,
      finding.advisory, evidence.aliases_json,
      case when ${isRenamedTwice} then 1 else 0 end as is_renamed_twice,
      case when ${hasReturned} then 1 else 0 end as has_returned,
      case when ${inBase(sql`true`)} then 1 else 0 end as is_linked
    from finding left join finding_evidence as evidence
      on evidence.deployment_id = finding.deployment_id and evidence.finding_id = finding.id
    where finding.deployment_id = ${deploymentId} and finding.ref_id = ${head.refId}
      and finding.source_id = ${head.sourceId}
      and finding.state in (${unresolved}, ${muted}) and (${isNew} or ${isRenamedTwice})
    order by finding.path, finding.line, finding.id`.execute(reader)
  return rows
}

/**
 * The ignored findings of the head whose decision came with a file that may have been renamed, although another file has
 * that code too.
 */
async function renamedTwice(reader: Reader, { deploymentId, head, base }: Comparison): Promise<number[]> {
  if (base === null) return []
  const isOfHead = sql<boolean>`finding.deployment_id = ${deploymentId} and finding.ref_id = ${head.refId}
    and finding.source_id = ${head.sourceId} and finding.state in (${unresolved}, ${muted})`
  const select = sql`select finding.id, finding.rule_id, finding.path, coalesce(evidence.tokens, evidence.code) as code
    from finding join finding_evidence as evidence
      on evidence.deployment_id = finding.deployment_id and evidence.finding_id = finding.id`
  const { rows: renamed } = await sql<CodePlace>`${select} where ${isOfHead}
    and finding.triage_state = ${ignored} and finding.triage_change_id is null
    and exists (select 1 from finding_match as match where match.deployment_id = ${deploymentId}
      and match.finding_id = finding.id and match.kind = 'match' and match.state = 'open'
      and match.other_id is not null and match.basis in ('renamed', 'relocated'))`.execute(reader)
  if (renamed.length === 0) return []
  const rules = new Set(renamed.map(({ rule_id: rule }) => rule))
  const pathOf = new Map<string, string>()
  const isTwice = new Set<string>()
  const slice = new TimeSlice()
  for (let after = 0; ; ) {
    const { rows } =
      await sql<CodePlace>`${select} where ${isOfHead} and finding.rule_id in ${valuesOf(rules)}
      and finding.id > ${after} order by finding.id limit ${placesPerRead}`.execute(reader)
    for (const { path, ...row } of rows) {
      if (path === null || row.code === null) continue
      const code = codeOf(row)
      if ((pathOf.get(code) ?? path) !== path) isTwice.add(code)
      pathOf.set(code, path)
    }
    after = rows.at(-1)?.id ?? 0
    if (rows.length < placesPerRead) break
    if (slice.isOver) await slice.next()
  }
  return renamed.flatMap((row) => (row.path !== null && isTwice.has(codeOf(row)) ? [row.id] : []))
}

/** Findings read at a time. */
const placesPerRead = 1000

interface CodePlace {
  id: number
  rule_id: number
  path: string | null
  code: string | null
}

const codeOf = ({ rule_id: rule, code }: Pick<CodePlace, 'rule_id' | 'code'>) => `${rule} ${code}`

/**
 * The findings whose rule or advisory was unknown when the base was scanned, where what it is about did not change: the
 * version of the package, or the file.
 */
async function unknownToBase(
  reader: Reader,
  { deploymentId, head, failedRuns, isUnchanged }: Comparison,
  base: GateScan,
  rows: readonly Row[],
): Promise<ReadonlySet<number>> {
  const rules = await reader
    .selectFrom('rule')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(new Set(rows.map(({ ruleId }) => ruleId))))
    .where('created_at', '>', base.startedAt)
    .execute()
  const newRules = new Set(rules.map(({ id }) => id))
  const candidates = rows.filter(({ ruleId }) => newRules.has(ruleId))
  const packages = await packagesOfBase(reader, { deploymentId, head, base, failedRuns, rows: candidates })
  const isSameCommit = head.commit !== null && head.commit === base.commit
  const isSame = (row: Row) =>
    row.type === supplyChain
      ? packages.has(packageKey(row))
      : isSameCommit || (row.path !== null && isUnchanged(row.path))
  return new Set(candidates.filter(isSame).map(({ id }) => id))
}

const packageKey = (row: { package: string | null; version: string | null; path: string | null }) =>
  JSON.stringify([row.package, row.version, row.path])

/**
 * The packages that the base has in the lockfiles of these findings, in dependencies or in other findings. Both are
 * stored as they are now: where the base is an earlier scan of the same ref, what came since is not in it.
 */
async function packagesOfBase(
  reader: Reader,
  {
    deploymentId,
    head,
    base,
    failedRuns,
    rows,
  }: Pick<Comparison, 'deploymentId' | 'head' | 'failedRuns'> & { base: GateScan; rows: readonly Row[] },
): Promise<ReadonlySet<string>> {
  const names = [...new Set(rows.flatMap((row) => (row.type === supplyChain ? (row.package ?? []) : [])))]
  if (names.length === 0) return new Set()
  const isOwnBase = base.refId === head.refId
  const hadDependency = isOwnBase ? sql`coalesce(dependency.first_seen_scan_id, 0) <= ${base.id}` : sql`true`
  const hadFinding = isOwnBase
    ? sql`first_seen_scan_id <= ${base.id} and not exists (select 1 from finding_event as event
        where event.deployment_id = ${deploymentId} and event.finding_id = finding.id
          and event.kind in ('version_changed', 'reappeared') and event.scan_id > ${base.id})`
    : sql`not ${isChangedBy('finding', { deploymentId }, failedRuns)}`
  const { rows: known } = await sql<{ package: string; version: string; path: string }>`
    select dependency.name as package, dependency.version, lockfile.path from lockfile
    join dependency on dependency.deployment_id = lockfile.deployment_id and dependency.lockfile_id = lockfile.id
    where lockfile.deployment_id = ${deploymentId} and lockfile.ref_id = ${base.refId}
      and dependency.name in ${textsOf(names)} and ${hadDependency}
    union
    select package, package_version as version, path from finding
    where deployment_id = ${deploymentId} and ref_id = ${base.refId} and source_id = ${base.sourceId}
      and removed = 0 and state <> ${fixed} and package in ${textsOf(names)} and ${hadFinding}`.execute(
    reader,
  )
  return new Set(known.map(packageKey))
}
