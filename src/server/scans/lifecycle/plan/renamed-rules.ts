import { getOrCreate } from '#lib/get-or-create.ts'
import type { Reader } from '#server/db/database.ts'
import { textOfProject } from '#server/db/rule-texts.ts'
import { textsOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { ReportedRun } from '#server/reports/report/report.ts'
import type { Candidate } from '../../matching/candidates.ts'
import type { Pairing } from '../../matching/pairing.ts'
import type { Coverage } from './coverage.ts'
import type { StoredFinding } from './known-findings.ts'
import { readRuleRenames } from './rule-renames.ts'

/** A rule that a run reports under another id than stored findings; both ids are those of the tool. */
export interface RenamedRule {
  from: string
  to: string
  /** Whether this run shows it, and nothing was known of it before. */
  isNew: boolean
}

/** A stored finding whose rule may be that of a reported one at the same place. */
export interface RuleOffer {
  known: StoredFinding
  reported: Candidate
}

export interface RuleRenames {
  renamed: readonly RenamedRule[]
  offers: readonly RuleOffer[]
}

interface Compared {
  run: ReportedRun
  kind: 'full' | 'diff'
  coverage: Coverage
  stored: readonly StoredFinding[]
  candidates: readonly Candidate[]
  /** Reads the findings of other refs, with those of one of which a first scan of a ref is compared. */
  readOthers(): Promise<readonly StoredFinding[]>
}

/** Fewer places do not show that a rule was renamed. */
const minPlaces = 2

/**
 * Finds the rules that a run reports under another id: those known to be renamed in the project, and those of which
 * nothing is left while an unknown rule with a similar name stands at all of their places. Source:
 * docs/api.md#renamed-rules.
 */
export async function findRenamedRules(
  reader: Reader,
  target: { deploymentId: number; projectId: number },
  compared: Compared,
): Promise<RuleRenames> {
  const { run, stored, candidates } = compared
  const tool = { ...target, tool: run.source.tool }
  const known = await readRuleRenames(reader, tool)
  const active = known.filter(({ isUndone }) => !isUndone)
  const aliases = aliasesIn(active, compared)
  const before = stored.length > 0 ? stored : await onOneRef(reader, target, await compared.readOthers())
  const { open, closed, moved } = placesOfGoneRules(before, active, compared)
  if (open.size + closed.size + moved.size === 0) return { renamed: aliases, offers: [] }
  // Of an id that the ref has already, further results may be new; those that it has are matched before any offer.
  const usedIds = new Set(active.flatMap(({ from, to }) => [from, to]))
  const fresh = candidates.filter((one) => one.dependency === null && !usedIds.has(one.rule))
  const separated = new Set(known.flatMap(({ from, to, isUndone }) => (isUndone ? [pairKey(from, to)] : [])))
  const isPossible = ({ from, to }: Replacement) => !separated.has(pairKey(from, to))
  const possible = replacementsOf(open, fresh).filter(isPossible)
  // What is not there shows nothing, but may come back under the new id, or stand in another file.
  const away = [...replacementsOf(closed, fresh), ...replacementsOf(moved, fresh, contentKeys)].filter(
    isPossible,
  )
  const all = [...possible, ...away]
  if (all.length === 0) return { renamed: aliases, offers: [] }
  const unknown = await unknownRules(reader, tool, new Set(possible.map(({ to }) => to)))
  const names = await namesOf(reader, tool, run, new Set(all.map(({ from }) => from)))
  const withAlike = (each: Replacement) => ({ ...each, isAlike: areAlike(names, each.from, each.to) })
  const replacements = possible.map(withAlike)
  // Another ref may have the new id from a place that somebody confirmed there.
  const renames =
    compared.kind === 'full' ? surelyRenamed(replacements).filter(({ to }) => unknown.has(to)) : []
  const decided = new Set(renames.flatMap(({ from, to }) => [`from ${from}`, `to ${to}`]))
  const offers = [
    ...replacements.filter(({ isAlike, isEverywhere }) => isAlike || isEverywhere),
    ...away.map(withAlike).filter(({ isAlike }) => isAlike),
  ]
    .filter(({ from, to }) => !decided.has(`from ${from}`) && !decided.has(`to ${to}`))
    .flatMap(({ places }) => places)
  return { renamed: aliasesIn([...active, ...renames], compared), offers }
}

/** The findings on the primary branch, where there are any, else on the ref with the newest one. */
async function onOneRef(
  reader: Reader,
  { deploymentId, projectId }: { deploymentId: number; projectId: number },
  findings: readonly StoredFinding[],
): Promise<StoredFinding[]> {
  const primary = await reader
    .selectFrom('ref')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('is_primary', '=', 1)
    .executeTakeFirst()
  const onPrimary = findings.filter(({ refId }) => refId === primary?.id)
  if (onPrimary.length > 0) return onPrimary
  const newest = findings.at(-1)?.refId
  return findings.filter(({ refId }) => refId === newest)
}

/** Two ids of one rule, the older one first. */
interface Rename {
  from: string
  to: string
  isNew?: true
}

/**
 * Gives stored findings the id under which the run reports their rule. Fingerprints of a rule are left out where none
 * of them is reported, since tools compute them from its id.
 */
export function applyRenames(
  renamed: readonly RenamedRule[],
  stored: readonly StoredFinding[],
  candidates: readonly Candidate[],
): void {
  if (renamed.length === 0) return
  const ids = new Map(renamed.map(({ from, to }) => [from, to]))
  const moved = stored.filter((one) => ids.has(one.rule))
  const reported = new Set(candidates.map(({ fingerprint }) => fingerprint?.value))
  const comparable = new Set(
    moved.flatMap(({ rule, fingerprint }) => (fingerprint && reported.has(fingerprint.value) ? [rule] : [])),
  )
  for (const one of moved) {
    if (!comparable.has(one.rule)) one.fingerprint = null
    one.rule = ids.get(one.rule) ?? one.rule
  }
}

/** Gives reported findings the former ids of their rules, by which people excluded them from flaws. */
export function addFormerRules(renamed: readonly RenamedRule[], candidates: readonly Candidate[]): void {
  const former = Map.groupBy(renamed, ({ to }) => to)
  for (const one of candidates) {
    const ids = former.get(one.rule)
    if (ids) one.formerRules = ids.map(({ from }) => from)
  }
}

/** Records the doubts about findings whose rule may have been renamed, where a match has both of them. */
export function doubtOffered(pairing: Pairing, offers: readonly RuleOffer[]): void {
  if (offers.length === 0) return
  const known = new Map<Candidate, number>(pairing.known.map((one, index) => [one, index]))
  const reported = new Map(pairing.reported.map((one, index) => [one, index]))
  for (const offer of offers) {
    const [one, candidate] = [known.get(offer.known), reported.get(offer.reported)]
    if (one !== undefined && candidate !== undefined && pairing.isFreeReported(candidate))
      pairing.doubt(one, candidate, 'renamed_rule')
  }
}

const pairKey = (from: string, to: string) => JSON.stringify([from, to])

/**
 * Renames as this run needs them: all ids of a rule become the one that it reports, whichever that is, since older
 * branches still send the former id. Where a run has a rule under two of its ids, they are two rules.
 */
function aliasesIn(renames: readonly Rename[], { run: { coverage }, candidates }: Compared): RenamedRule[] {
  if (renames.length === 0) return []
  const reported = new Set(candidates.map(({ rule }) => rule))
  const mentioned = new Set([
    ...coverage.failedRules,
    ...coverage.failedParts.flatMap(({ rule }) => rule ?? []),
    ...(coverage.disabledRules ?? []),
  ])
  const isNew = new Set(renames.flatMap((each) => (each.isNew ? [pairKey(each.from, each.to)] : [])))
  return [...new Set(idsOfRules(renames).values())].flatMap((ids) => {
    const here = ids.filter((id) => reported.has(id))
    const [to, another] = here.length > 0 ? here : ids.filter((id) => mentioned.has(id))
    if (to === undefined || another !== undefined) return []
    const others = ids.filter((id) => id !== to)
    return others.map((from) => ({ from, to, isNew: isNew.has(pairKey(from, to)) }))
  })
}

/** By id, all ids of the same rule, the newest last. */
function idsOfRules(renames: readonly Rename[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { from, to } of renames) {
    const joined = [
      ...new Set([...(groups.get(from) ?? [from]), ...(groups.get(to) ?? [])].filter((id) => id !== to)),
      to,
    ]
    for (const id of joined) groups.set(id, joined)
  }
  return groups
}

/** Findings by the newest id of their rule. */
type Places = Map<string, StoredFinding[]>

/**
 * The findings of rules without a result: open ones at the places that the run covers and whose file it has, closed ones
 * there, and open ones whose file is gone.
 */
function placesOfGoneRules(
  before: readonly StoredFinding[],
  renames: readonly Rename[],
  { run, kind, coverage, candidates }: Compared,
): { open: Places; closed: Places; moved: Places } {
  const ids = idsOfRules(renames)
  const newestId = (rule: string) => ids.get(rule)?.at(-1) ?? rule
  const reported = new Set(candidates.map(({ rule }) => newestId(rule)))
  const files = new Set(candidates.map(({ path }) => path))
  const places = { open: new Map(), closed: new Map(), moved: new Map() } satisfies Record<string, Places>
  for (const one of before) {
    const { rule, path, line } = one
    if (one.dependency !== null || reported.has(newestId(rule))) continue
    const absence = coverage.absenceOf(rule, path || null)
    const isFileThere = run.coverage.scannedPaths !== null || files.has(path)
    // A diff scan that names no files may have looked at those with results.
    const isLookedAt = absence === 'fixed' || (kind === 'diff' && files.has(path))
    const isGone = one.open && kind === 'full' && absence !== 'kept' && !files.has(path)
    const standing = one.open ? places.open : places.closed
    if (isFileThere && isLookedAt && !coverage.isUnreadLine(path, rule, line))
      getOrCreate(standing, newestId(rule), () => []).push(one)
    if (isGone) getOrCreate(places.moved, newestId(rule), () => []).push(one)
  }
  return places
}

/** An unknown rule at places of one of which nothing is left. */
interface Replacement {
  from: string
  to: string
  places: RuleOffer[]
  /** Whether it stands at all of them. */
  isEverywhere: boolean
}

/**
 * What tells a place again, the best first: a secret by its value; code by the file and the fingerprint or the code, on
 * whatever line; where none of them was sent, the line, then the message.
 */
const placeKeys: readonly ((one: Candidate) => string | null)[] = [
  ({ secret }) => secret?.value ?? null,
  (one) => one.code && JSON.stringify([one.path, one.line, one.tokens ?? one.code]),
  ({ path, fingerprint }) => fingerprint && JSON.stringify([path, fingerprint.scheme, fingerprint.value]),
  (one) => one.code && JSON.stringify([one.path, one.tokens ?? one.code]),
  (one) => (hasContent(one) ? null : JSON.stringify([one.path, one.line])),
  (one) => (hasContent(one) ? null : JSON.stringify([one.path, one.message])),
]

/** What tells a place in a file of another name. */
const contentKeys: typeof placeKeys = [
  ({ secret }) => secret?.value ?? null,
  ({ code, tokens }) => tokens ?? code,
]

const hasContent = ({ secret, code }: Candidate) => code !== null || typeof secret?.value === 'string'

function replacementsOf(
  gone: ReadonlyMap<string, readonly StoredFinding[]>,
  fresh: readonly Candidate[],
  keys = placeKeys,
): Replacement[] {
  const byKey = keys.map((keyOf) => Map.groupBy(fresh, keyOf))
  const byRule = Map.groupBy(fresh, ({ rule }) => rule)
  return [...gone].flatMap(([from, known]) => {
    const rules = new Set<string>()
    for (const [index, keyOf] of keys.entries()) {
      for (const one of known) {
        const key = keyOf(one)
        for (const { rule } of (key !== null && byKey[index]?.get(key)) || []) rules.add(rule)
      }
    }
    return [...rules].map((to) => {
      const places = commonPlaces(known, byRule.get(to) ?? [], keys)
      return { from, to, places, isEverywhere: places.length === known.length }
    })
  })
}

/** Pairs findings of two rules that stand at the same places, each once. */
function commonPlaces(
  known: readonly StoredFinding[],
  reported: readonly Candidate[],
  keys: typeof placeKeys,
): RuleOffer[] {
  const places = new Map<StoredFinding, Candidate>()
  const used = new Set<Candidate>()
  for (const keyOf of keys) {
    const left = Map.groupBy(
      reported.filter((each) => !used.has(each)),
      keyOf,
    )
    for (const others of left.values()) others.reverse()
    for (const one of known) {
      const key = keyOf(one)
      if (key === null || places.has(one)) continue
      const candidate = left.get(key)?.pop()
      if (!candidate) continue
      places.set(one, candidate)
      used.add(candidate)
    }
  }
  return [...places].map(([one, candidate]) => ({ known: one, reported: candidate }))
}

/** The rules with one replacement, which replaces no other rule. */
function surelyRenamed(replacements: readonly (Replacement & { isAlike: boolean })[]): Rename[] {
  const fitting = replacements.filter(
    ({ isAlike, isEverywhere, places }) => isAlike && isEverywhere && places.length >= minPlaces,
  )
  return fitting
    .filter(({ from, to }) => fitting.filter((each) => each.from === from || each.to === to).length === 1)
    .map(({ from, to }) => ({ from, to, isNew: true }))
}

/** Those of some ids of rules under which the project has no finding. */
async function unknownRules(
  reader: Reader,
  { deploymentId, projectId, tool }: { deploymentId: number; projectId: number; tool: string },
  ids: ReadonlySet<string>,
): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('rule')
    .select('tool_rule')
    .where('deployment_id', '=', deploymentId)
    .where('tool', '=', tool)
    .where('tool_rule', 'in', textsOf(ids))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('finding')
          .select('finding.id')
          .where('finding.deployment_id', '=', deploymentId)
          .whereRef('finding.rule_id', '=', 'rule.id')
          .where('finding.removed', '=', 0)
          .where('finding.project_id', '=', projectId),
      ),
    )
    .execute()
  return ids.difference(new Set(rows.map(({ tool_rule }) => tool_rule)))
}

/** The name and the weaknesses of a rule. */
interface RuleNames {
  title: string | null
  weaknesses: readonly string[]
}

async function namesOf(
  reader: Reader,
  { deploymentId, projectId, tool }: { deploymentId: number; projectId: number; tool: string },
  { rules }: ReportedRun,
  former: ReadonlySet<string>,
): Promise<Map<string, RuleNames>> {
  const rows = await reader
    .selectFrom('rule')
    .select(['tool_rule', textOfProject('title', projectId).as('title')])
    .select(textOfProject<string>('cwe_json', projectId).as('cwe_json'))
    .where('deployment_id', '=', deploymentId)
    .where('tool', '=', tool)
    .where('tool_rule', 'in', textsOf(former))
    .execute()
  return new Map([
    ...rules.map(({ path, title, cweNames }) => [path, { title, weaknesses: cweNames }] as const),
    // parse: our own column, a list of strings.
    ...rows.map(
      ({ tool_rule: id, title, cwe_json }) =>
        [id ?? '', { title, weaknesses: parseStored<string[]>(cwe_json) }] as const,
    ),
  ])
}

/** Whether the last segments of two ids are equal, or their names and weaknesses. */
function areAlike(names: ReadonlyMap<string, RuleNames>, from: string, to: string): boolean {
  const [one, other] = [names.get(from), names.get(to)]
  if (lastSegment(from) === lastSegment(to)) return true
  if (!one?.title || one.title !== other?.title) return false
  const [before, after] = [weaknessIds(one), weaknessIds(other)]
  return before.size === after.size && before.isSubsetOf(after)
}

/** Tools separate the parts of an id by dots, slashes or colons: `rules.python.eval`, `js/sql-injection`. */
const lastSegment = (id: string) => id.split(/[./:]/).findLast((part) => part !== '') ?? id

const weaknessIds = ({ weaknesses }: RuleNames) =>
  new Set(weaknesses.map((name) => /^CWE-\d+/i.exec(name)?.[0].toUpperCase() ?? name))
