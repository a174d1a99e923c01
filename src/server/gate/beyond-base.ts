import { type RawBuilder, sql } from 'kysely'
import { TimeSlice } from '#server/base/time-slice.ts'
import { states, toCode, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textsOf, valuesOf } from '#server/db/sql.ts'
import { valuesBeforeMatch } from '#server/findings/before-match.ts'
import type { GateScan } from '#server/records/gate/scans.ts'
import { AdvisoryIndex } from './advisory-index.ts'

const unresolved = toCode(states, 'unresolved')
const muted = toCode(states, 'muted')
const fixed = toCode(states, 'fixed')
const ignored = toCode(triageStates, 'ignored')

/** Which findings of a scan are compared with which. */
export interface Comparison {
  deploymentId: number
  head: GateScan
  /** null where all findings of the scan count. */
  base: GateScan | null
  /** The runs on the ref of the base that failed since: what only these found is not what the base has. */
  failedRuns: readonly number[]
  countSuppressed: boolean
  /** Milliseconds since 1970. */
  now: number
  /** The paths in the base of files that version control calls renamed. */
  renamedFiles: ReadonlyMap<string, string>
  /** Whether a file is known to be the same in the base. */
  isUnchanged: (path: string) => boolean
}

/** A finding of the head, as far as it is compared with those of the base. */
export interface HeadRow {
  id: number
  flaw_id: number
  ruleId: number
  state: number
  path: string | null
  package: string | null
  version: string | null
  match_id: string
  /** The hash of its code; null without code. */
  code: string | null
  resource: string | null
  advisory: string | null
  aliases_json: string | null
  has_returned: number
  is_linked: number
}

/** A finding of the base that no finding of the head was matched with. */
interface BaseRow {
  id: number
  rule_id: number
  flaw_id: number
  path: string | null
  package: string | null
  version: string | null
  match_id: string
  code: string | null
  resource: string | null
  advisory: string | null
  aliases_json: string | null
  is_hidden: number
}

/** Whether a finding is new, back or in another state since one of these scans. */
export const isChangedBy = (
  finding: 'finding' | 'other',
  { deploymentId }: Pick<Comparison, 'deploymentId'>,
  scans: readonly number[],
  kinds: readonly string[] = ['reappeared', 'muted', 'unmuted'],
): RawBuilder<boolean> =>
  scans.length === 0
    ? sql`false`
    : sql`(${sql.ref(`${finding}.first_seen_scan_id`)} in ${valuesOf(scans)}
        or exists (select 1 from finding_event as event where event.deployment_id = ${deploymentId}
          and event.finding_id = ${sql.ref(`${finding}.id`)} and event.scan_id in ${valuesOf(scans)}
          and event.kind in (${sql.join(kinds)})))`

/**
 * Whether a finding of the base stands for one of the head that is of its flaw: not where the head reports another version of
 * the package, and beside it the one that the base has.
 */
export const standsFor = (
  one: 'finding' | 'other',
  base: 'finding' | 'other',
  { deploymentId, head }: Pick<Comparison, 'deploymentId' | 'head'>,
): RawBuilder<boolean> => {
  const [own, there] = [sql.ref(one), sql.ref(base)]
  return sql<boolean>`(coalesce(${own}.package_version, '') = coalesce(${there}.package_version, '') or not exists (
    select 1 from finding as beside where beside.deployment_id = ${deploymentId}
      and beside.ref_id = ${head.refId} and beside.source_id = ${head.sourceId} and beside.rule_id = ${there}.rule_id
      and beside.path = ${there}.path and beside.package = ${there}.package
      and beside.package_version = ${there}.package_version and beside.state in (${unresolved}, ${muted})))`
}

/** What a match says beside its number among equal ones. */
const contentOf = (matchId: string, code: string | null, resource: string | null) =>
  JSON.stringify([matchId.replace(/_\d+$/, ''), code, resource])

/**
 * Leaves out the findings of the head that the base has under another identity, each finding of the base once: as many
 * of equal ones as the base has, since which of them is which cannot be told, but never one of which somebody said that
 * it is another flaw; code that stands in another file of the
 * base, if it is open there; and those whose code differs from a finding that is open there. Where the base is an
 * earlier scan of the same ref, these are the ones that the scan fixed.
 */
export async function beyondBase<R extends HeadRow>(
  reader: Reader,
  comparison: Comparison,
  rows: readonly R[],
): Promise<R[]> {
  const { head, base } = comparison
  const isOwnBase = base?.refId === head.refId
  const unlinked = rows.filter(
    ({ is_linked: isLinked, has_returned: hasReturned, state }) =>
      (isOwnBase ? hasReturned === 0 : isLinked === 0 || hasReturned === 1) && state === unresolved,
  )
  if (base === null || unlinked.length === 0) return [...rows]
  const others = new Set(await unmatchedOfBase(reader, { ...comparison, base }, unlinked))
  const separated =
    others.size === 0
      ? new Map<number, ReadonlySet<number>>()
      : await separatedFlaws(reader, comparison.deploymentId, [...unlinked, ...others])
  const found = new Set<R>()
  const findEqual = (isEqual: (one: BaseRow) => string | null, keyOf: KeyOf) => {
    const left = new Map([...Map.groupBy(others, isEqual)].map(([key, some]) => [key, new Set(some)]))
    for (const row of unlinked) {
      if (found.has(row)) continue
      // One of an unknown resource, from before resources were stored, may be this one.
      const keys = [keyOf(row, row.resource), keyOf(row, null)]
      const equal = left.get(keys.find((key) => key !== null && left.get(key)?.size) ?? '')
      const other = equal?.values().find(({ flaw_id: flaw }) => !separated.get(row.id)?.has(flaw))
      if (other === undefined) continue
      equal?.delete(other)
      others.delete(other)
      found.add(row)
    }
  }
  const slice = new TimeSlice()
  for (const { ofBase, ofHead } of identities(comparison)) {
    if (slice.isOver) await slice.next()
    findEqual(ofBase, ofHead)
  }
  if (slice.isOver) await slice.next()
  const advisories = new AdvisoryIndex(others)
  for (const row of unlinked) {
    if (found.has(row)) continue
    const other = advisories.take(row, (one) => !separated.get(row.id)?.has(one.flaw_id))
    if (other === null) continue
    others.delete(other)
    found.add(row)
  }
  for (const row of await withOtherCode(reader, comparison.deploymentId, {
    rows: unlinked.filter((each) => !found.has(each)),
    others,
    separated,
  }))
    found.add(row)
  return rows.filter((row) => !found.has(row))
}

/** The findings of the head that the base has with other code: offered ones, and those whose code changed on either side. */
async function withOtherCode<R extends HeadRow>(
  reader: Reader,
  deploymentId: number,
  {
    rows,
    others,
    separated,
  }: { rows: readonly R[]; others: ReadonlySet<BaseRow>; separated: SeparatedFlaws },
): Promise<ReadonlySet<R>> {
  const found = new Set<R>()
  const left = new Set([...others].filter((one) => one.is_hidden !== 1))
  const leftOf = Map.groupBy(left, ({ flaw_id: flaw }) => flaw)
  for (const [row, formers] of await formerFlaws(reader, deploymentId, rows)) {
    const other = formers
      .flatMap((former) =>
        (leftOf.get(former.flaw) ?? []).filter((one) => left.has(one) && isFormer(one, former)),
      )
      .filter((one) => !separated.get(row.id)?.has(one.flaw_id))
      .toSorted((one, another) => one.id - another.id)[0]
    if (other === undefined) continue
    left.delete(other)
    found.add(row)
  }
  const rowsOf = Map.groupBy(rows, ({ flaw_id: flaw }) => flaw)
  for (const [{ id, flaw_id: flaw }, formers] of await formerFlaws(reader, deploymentId, [...left])) {
    const row = formers
      .flatMap((former) =>
        (rowsOf.get(former.flaw) ?? []).filter((each) => !found.has(each) && isFormer(each, former)),
      )
      .find((each) => !separated.get(each.id)?.has(flaw) && !separated.get(id)?.has(each.flaw_id))
    if (row) found.add(row)
  }
  return found
}

/** Whether a finding is of a flaw as it was: where the code changed on both sides, each is another one. */
const isFormer = ({ flaw_id: flaw, code }: Pick<BaseRow, 'flaw_id' | 'code'>, former: Former): boolean =>
  flaw === former.flaw && (former.code === null || former.code === code)

type KeyOf = (row: HeadRow, resource: string | null) => string | null

/** By what a finding of the base is one of the head, the strongest first. A hidden one stands for none in another file. */
function identities({ renamedFiles }: Comparison): { ofBase(one: BaseRow): string | null; ofHead: KeyOf }[] {
  const codeOf = (rule: number, code: string | null, resource: string | null) =>
    code === null ? null : JSON.stringify([rule, code, resource])
  const placeOf = (path: string | null | undefined, code: string | null) =>
    path && code ? JSON.stringify([path, code]) : null
  const resourceOf = (rule: number, resource: string | null) =>
    resource === null ? null : JSON.stringify([rule, resource])
  const packageOf = (rule: number, name: string | null, version: string | null) =>
    name === null ? null : JSON.stringify([rule, name, version])
  return [
    {
      ofBase: (one) => contentOf(one.match_id, one.code, one.resource),
      ofHead: (row, resource) => contentOf(row.match_id, row.code, resource),
    },
    {
      ofBase: (one) => placeOf(one.path, codeOf(one.rule_id, one.code, one.resource)),
      ofHead: (row, resource) =>
        placeOf(renamedFiles.get(row.path ?? ''), codeOf(row.ruleId, row.code, resource)),
    },
    {
      ofBase: (one) => (one.is_hidden === 1 ? null : codeOf(one.rule_id, one.code, one.resource)),
      ofHead: (row, resource) => codeOf(row.ruleId, row.code, resource),
    },
    // What is said of a resource is the same whatever its code is.
    {
      ofBase: (one) => (one.is_hidden === 1 ? null : resourceOf(one.rule_id, one.resource)),
      ofHead: (row, resource) => resourceOf(row.ruleId, resource),
    },
    {
      ofBase: (one) => (one.is_hidden === 1 ? null : packageOf(one.rule_id, one.package, one.version)),
      ofHead: (row) => packageOf(row.ruleId, row.package, row.version),
    },
    // The rule is the advisory, and a lockfile may be moved and bumped at once.
    {
      ofBase: (one) => (one.is_hidden === 1 ? null : packageOf(one.rule_id, one.package, null)),
      ofHead: (row) => packageOf(row.ruleId, row.package, null),
    },
  ]
}

/** The findings of the base of the same rules or packages that no finding of the head was matched with. */
async function unmatchedOfBase(
  reader: Reader,
  { deploymentId, head, base, failedRuns, now }: Comparison & { base: { refId: number } },
  unlinked: readonly HeadRow[],
): Promise<BaseRow[]> {
  const isUnmatched =
    base.refId === head.refId
      ? sql<boolean>`finding.state = ${fixed} and finding.fixed_scan_id = ${head.id}`
      : sql<boolean>`finding.state = ${unresolved} and not exists (select 1 from finding as other
          where other.deployment_id = ${deploymentId} and other.flaw_id = finding.flaw_id and other.ref_id = ${head.refId}
          and other.source_id = ${head.sourceId} and other.state in (${unresolved}, ${muted})
          and ${standsFor('other', 'finding', { deploymentId, head })})`
  const { rows } = await sql<BaseRow>`
    select finding.id, finding.rule_id, finding.flaw_id, finding.path, finding.package, finding.package_version as version, finding.match_based_id as match_id, coalesce(evidence.tokens, evidence.code) as code, finding.resource,
      finding.advisory, evidence.aliases_json,
      case when finding.triage_state = ${ignored} and (finding.ignored_until is null or finding.ignored_until > ${now})
        then 1 else 0 end as is_hidden
    from finding left join finding_evidence as evidence
      on evidence.deployment_id = finding.deployment_id and evidence.finding_id = finding.id
    where finding.deployment_id = ${deploymentId} and finding.ref_id = ${base.refId}
      and finding.source_id = ${head.sourceId} and finding.removed = 0 and ${isUnmatched}
      and not ${isChangedBy('finding', { deploymentId }, failedRuns)}
      and (finding.rule_id in ${valuesOf(new Set(unlinked.map(({ ruleId }) => ruleId)))}
        or finding.package in ${textsOf(new Set(unlinked.flatMap(({ package: name }) => name ?? [])))})
    order by finding.id`.execute(reader)
  return rows
}

/** By the id of a finding, the flaws of which somebody said that it is not one. */
type SeparatedFlaws = ReadonlyMap<number, ReadonlySet<number>>

async function separatedFlaws(
  reader: Reader,
  deploymentId: number,
  rows: readonly { id: number }[],
): Promise<SeparatedFlaws> {
  const ids = valuesOf(new Set(rows.map(({ id }) => id)))
  const { rows: pairs } = await sql<{ id: number; flaw_id: number; before_json: string | null }>`
    select match.finding_id as id, other.flaw_id, case when other.id = match.finding_id then match.before_json end as before_json
    from finding_match as match join finding as other
      on other.deployment_id = match.deployment_id and other.id = match.other_id
    where match.deployment_id = ${deploymentId} and match.state = 'rejected' and match.finding_id in ${ids}
    union select match.other_id as id, other.flaw_id, null as before_json
    from finding_match as match join finding as other
      on other.deployment_id = match.deployment_id and other.id = match.finding_id
    where match.deployment_id = ${deploymentId} and match.state = 'rejected' and match.other_id in ${ids}
      and match.other_id <> match.finding_id`.execute(reader)
  const byId = Map.groupBy(pairs, ({ id }) => id)
  // An offer of a finding's own former decision names the flaw that it was.
  const flawOf = ({ flaw_id: flaw, before_json: json }: (typeof pairs)[number]) =>
    valuesBeforeMatch(json).finding.flaw_id ?? flaw
  return new Map([...byId].map(([id, some]) => [id, new Set(some.map(flawOf))]))
}

/** A flaw that a finding was, and its code then; null if that is not known. */
interface Former {
  flaw: number
  code: string | null
}

/** What findings may be with other code: offered flaws with similar code, and those before a scan found other code. */
async function formerFlaws<R extends { id: number; flaw_id: number }>(
  reader: Reader,
  deploymentId: number,
  rows: readonly R[],
): Promise<Map<R, Former[]>> {
  if (rows.length === 0) return new Map()
  const { rows: matches } = await sql<{
    finding_id: number
    flaw_id: number | null
    before_json: string | null
  }>`
    select match.finding_id, other.flaw_id, match.before_json
    from finding_match as match left join finding as other
      on other.deployment_id = match.deployment_id and other.id = match.other_id
    where match.deployment_id = ${deploymentId}
      and match.finding_id in ${valuesOf(new Set(rows.map(({ id }) => id)))}
      and match.state not in ('rejected', 'replaced')
      and (match.kind = 'candidate' and match.basis = 'similar' or match.kind = 'match' and match.basis = 'changed_code')
    order by match.id`.execute(reader)
  const byId = Map.groupBy(matches, ({ finding_id: id }) => id)
  return new Map(
    rows.flatMap((row): [R, Former[]][] => {
      const former = (byId.get(row.id) ?? []).flatMap(({ flaw_id: offered, before_json: json }): Former[] => {
        const { finding, evidence } = valuesBeforeMatch(json)
        const flaw = offered ?? finding.flaw_id
        return flaw === undefined ? [] : [{ flaw, code: evidence.tokens ?? null }]
      })
      return former.length === 0 ? [] : [[row, former]]
    }),
  )
}
