import type { policyQuery } from '#contract/operations/policies.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import type { PolicyRule } from '#contract/responses/policies.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { badRequest } from '#server/http/errors.ts'
import { type PolicyRuleRow, policyRules, toPolicyRule, withFixedText } from './policy-rule.ts'
import { fixRateSince, type RuleCounts, ruleCounts } from './rule-counts.ts'
import { filterRules } from './rule-filter.ts'

type Query = QueryValues<typeof policyQuery>
/** A rule with the values that it is filtered and sorted by. */
interface Rule {
  row: PolicyRuleRow
  counts: RuleCounts
  /** Built on first access, since most rules are not on the page. */
  readonly answer: PolicyRule
}

/**
 * Returns one page of a policy's rules, the number of matching rules, and their facets if requested. A policy contains
 * at most some thousand rules: they are read in one statement, and filtered, counted and sorted in memory.
 * Source: docs/api.md#policies-and-rules.
 */
export async function readRulesPage(
  view: FindingsSnapshot,
  policy: { id: number; deployment_id: number; product_type: number },
  query: Query,
  now: number,
) {
  const { id: policyId, product_type: productType } = policy
  const countsOf = await ruleCounts(view, policy.deployment_id, { policyId, productType, now })
  const rows = await policyRules(view.reader, policy).execute()
  const rules = rows.map((row) => readRule(withFixedText(row), countsOf(row.id)))
  const withFacets = query.include?.includes('facets') ?? false
  const { matching, facets } = filterRules(rules, ({ answer: response }) => response, query, withFacets)
  const sort = query.sort ?? 'path'
  const ordered = sortRules(matching, sort)
  const from = query.cursor ? indexAfterCursor(ordered, sort, query.cursor) : 0
  const page = ordered.slice(from, from + (query.limit ?? 500))
  const last = page.at(-1)
  const more = last !== undefined && from + page.length < ordered.length
  return {
    rules: page.map(({ answer: response }) => response),
    cursor: more ? writeCursor([sort, keyOf(sort)(last), last.row.path]) : '',
    total: matching.length,
    fixRateSince: new Date(fixRateSince(now)).toISOString(),
    ...(withFacets ? { facets } : {}),
  }
}

function readRule(row: PolicyRuleRow, counts: RuleCounts): Rule {
  let result: PolicyRule | undefined
  return {
    row,
    counts,
    get answer() {
      result ??= { ...toPolicyRule(row), title: row.title, provisional: row.provisional === 1, ...counts }
      return result
    },
  }
}

type Sort = NonNullable<Query['sort']>
type Key = string | number | null

const keys: Record<string, (rule: Rule) => Key> = {
  path: ({ row }) => row.path,
  severity: ({ row }) => row.severity,
  confidence: ({ row }) => row.confidence,
  mode: ({ row }) => row.mode,
  category: ({ row }) => row.category,
  open_findings: ({ counts }) => counts.openFindings,
  fix_rate: ({ counts }) => counts.fixRate,
  last_change: ({ row }) => row.last_change_at,
}

const keyOf = (sort: Sort) => keys[sort.replace('-', '')] ?? (({ row }: Rule) => row.path)

type CursorPosition = readonly [key: Key, path: string]

/** Sorts rules without a value last in both directions, and equal values by path. */
function compare(sort: Sort) {
  const sign = sort.startsWith('-') ? -1 : 1
  return ([key, path]: CursorPosition, [other, otherPath]: CursorPosition): number => {
    if (key !== other) {
      if (key === null) return 1
      if (other === null) return -1
      return key < other ? -sign : sign
    }
    return path === otherPath ? 0 : path < otherPath ? -1 : 1
  }
}

function sortRules(rules: readonly Rule[], sort: Sort): Rule[] {
  const key = keyOf(sort)
  const comparison = compare(sort)
  return rules
    .map((rule) => ({ rule, place: [key(rule), rule.row.path] as const }))
    .sort((one, other) => comparison(one.place, other.place))
    .map(({ rule }) => rule)
}

/** A cursor stores the sort position of the last rule, so that paging continues if that rule changes meanwhile. */
function indexAfterCursor(ordered: readonly Rule[], sort: Sort, cursor: string): number {
  const place = readCursor(cursor, sort)
  const key = keyOf(sort)
  const comparison = compare(sort)
  const index = ordered.findIndex((rule) => comparison([key(rule), rule.row.path], place) > 0)
  return index < 0 ? ordered.length : index
}

const writeCursor = (parts: readonly [Sort, Key, string]) =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** @throws HttpError 400 for a cursor that is invalid or of another sort order. */
function readCursor(cursor: string, sort: Sort): CursorPosition {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parts) && parts.length === 3 && parts[0] === sort && typeof parts[2] === 'string') {
      const key: unknown = parts[1]
      if (key === null || typeof key === 'string' || typeof key === 'number') return [key, parts[2]]
    }
  } catch {
    // The fault is reported below.
  }
  throw badRequest([{ parameter: 'cursor', detail: 'is not a cursor of this list in this sort order' }])
}
