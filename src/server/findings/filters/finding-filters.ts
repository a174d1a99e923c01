import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { nobody, personOf } from '#contract/parameters/owner.ts'
import { none } from '#contract/parameters/query.ts'
import {
  confidences,
  fixPullRequestBits,
  reachabilities,
  severities,
  statuses,
  toCode,
  transitivities,
  triageReasons,
  validationStates,
  verdicts,
} from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { ownId } from '#server/http/request/own-id.ts'
import {
  disabledLevel,
  type EffectiveModes,
  levelCount,
  levelOfMode,
} from '#server/records/policies/effective-modes.ts'
import { advisoryIdsOf } from '../columns/advisory-ids.ts'
import { approvalBits, type ColumnName, mutedDecision, type TextColumn } from '../columns/column-sources.ts'
import type { FindingColumns } from '../columns/finding-columns.ts'
import { compileGlob } from '../columns/glob.ts'
import {
  currentNamesOf,
  modesOf,
  type NamedResource,
  namesOf,
  ownersOf,
  ownTextsContaining,
  refsNamed,
  ruleRenamesOf,
  rulesContaining,
} from '../columns/names.ts'
import type { Table } from '../columns/table.ts'
import { upgradedPackages } from '../columns/upgraded-packages.ts'
import { rowsDue, rowsFixedOn } from '../due/due-days.ts'
import { followsPrimary, rowsOfFlow } from '../flows/flow-filter.ts'
import { modesByFilter } from './mode-filters.ts'
import type { FilterName, Selection } from './query.ts'
import { type CodeTest, codesIn, codesWhere, not, type RowTest } from './row-test.ts'

/** The context in which a filter is tested. */
export interface FilterContext {
  reader: Reader
  columns: FindingColumns
  table: Table
  selection: Selection
}

type FilterValue<N extends FilterName> = NonNullable<FindingFilter[N]>
type FilterTest<N extends FilterName> = (
  value: FilterValue<N>,
  context: FilterContext,
) => RowTest | Promise<RowTest>

/** Converts epoch seconds to whole milliseconds, rounded up: `instant >= since` holds for the same rows. */
const toMilliseconds = (seconds: number) => Math.ceil(Math.round(seconds * 1e6) / 1e3)

/** Tests for values of an enumeration; `__none` selects rows without a value. */
const wordIn =
  (column: ColumnName, list: readonly string[], fromValue = (value: string) => value) =>
  (values: readonly string[], { table }: FilterContext) =>
    codesIn(
      table,
      column,
      values.map((value) => (value === none ? 0 : toCode(list, fromValue(value)) + 1)),
    )

const textIn =
  (column: TextColumn) =>
  (values: readonly string[], { table }: FilterContext) =>
    codesIn(table, column, textCodes(table, column, values))

const textCodes = (table: Table, column: TextColumn, values: readonly string[]) =>
  values.map((value) => (value === none ? 0 : table.texts[column].find(value)))

const idIn =
  (column: ColumnName) =>
  (ids: readonly number[], { table }: FilterContext) =>
    codesIn(
      table,
      column,
      ids.filter((id) => id > 0),
    )

const flagIs =
  (column: ColumnName) =>
  (value: boolean, { table }: FilterContext) =>
    codesIn(table, column, [Number(value)])

/** The ids of the projects with one of the given names. There may be thousands of names. */
async function projectsNamed(names: readonly string[], context: FilterContext) {
  const { reader, columns, table, selection } = context
  const requestedNames = new Set(await currentNamesOf(reader, columns, selection.deploymentId, names))
  const namesById = await namesOf(reader, columns, selection.deploymentId, 'repos')
  return codesWhere(table, 'project', (id) => {
    const name = namesById.get(id)
    return name !== undefined && requestedNames.has(name)
  })
}

/** The ids of the rules with one of the given paths, and of those that were renamed from them. */
async function rulesNamed(paths: readonly string[], context: FilterContext) {
  const { reader, columns, table, selection } = context
  const names = await namesOf(reader, columns, selection.deploymentId, 'rules')
  const renames = await ruleRenamesOf(reader, columns, selection.deploymentId)
  const requested = new Set(paths)
  const ids = new Set([...names].flatMap(([id, path]) => (requested.has(path) ? [id] : [])))
  for (const id of ids) for (const renamed of renames.get(id) ?? []) ids.add(renamed)
  return codesWhere(table, 'rule', (id) => ids.has(id))
}

/** The ids of the JSON lists that contain one of the given values; `__none` selects empty lists. */
async function codesListing(
  context: FilterContext,
  kind: NamedResource,
  column: ColumnName,
  values: readonly string[],
) {
  const { reader, columns, table, selection } = context
  const requestedValues = new Set(values)
  const lists = await namesOf(reader, columns, selection.deploymentId, kind)
  return codesWhere(table, column, (id) => {
    const json = lists.get(id)
    if (json === undefined) return id === 0 && requestedValues.has(none)
    if (json === '[]') return requestedValues.has(none)
    const list: unknown = JSON.parse(json)
    return (
      Array.isArray(list) &&
      list.some((one) => typeof one === 'string' && one !== none && requestedValues.has(one))
    )
  })
}

/**
 * Tests whether a path begins with `pattern`, or, if the pattern contains `*`, whether the whole path matches it.
 * Case-sensitive. Source: docs/api.md#filters.
 */
function pathMatches(pattern: string, { table }: FilterContext): RowTest {
  if (pattern === none) return codesIn(table, 'path', [0])
  return { anyOf: [{ column: 'path', codes: table.texts.path.where(compileGlob(pattern)) }] }
}

/** Rows with one of the codes, or whose project says one of the texts about their rule. */
function rowsContaining(
  { columns, length }: Table,
  anyOf: readonly CodeTest[],
  own: ReadonlyMap<number, ReadonlySet<number>>,
): Uint8Array {
  const { rule, project } = columns
  return Uint8Array.from({ length }, (_, row) =>
    Number(
      anyOf.some(({ column, codes }) => codes[columns[column].array[row] ?? 0] === 1) ||
        own.get(rule.array[row] ?? 0)?.has(project.array[row] ?? 0),
    ),
  )
}

/** 1 for each row whose rule is in one of some policies that apply to its project, whichever decides. */
function rowsOfPolicies(
  { length, columns }: Table,
  modes: EffectiveModes,
  policies: ReadonlySet<number>,
): Uint8Array {
  const rows = new Uint8Array(length)
  const { project, rule } = columns
  for (const { policy, levels, projects } of modes.policies) {
    if (!policies.has(policy.id)) continue
    for (let row = 0; row < length; row++) {
      if ((levels[rule.array[row] ?? 0] ?? 0) === 0) continue
      if (projects === null || projects.has(project.array[row] ?? 0)) rows[row] = 1
    }
  }
  return rows
}

const levelsWhere = (matches: (level: number) => boolean) =>
  Uint8Array.from({ length: levelCount }, (_, level) => Number(matches(level)))

const searchedColumns = ['path', 'resource', 'advisoryIds', 'package', 'message'] as const

/**
 * The filters of findings, each defined once: the columns that it reads, and its condition. Lists, counts, facets,
 * groups, exports, triage and jobs all use this table. Source: docs/api.md#filters.
 */
const findingFilters: { readonly [N in FilterName]: FilterTest<N> } = {
  severities: wordIn('severity', severities),
  status(values, { table, selection }) {
    const codes = new Set(values.map((value) => toCode(statuses, value)))
    const test = codesWhere(table, 'decision', (code) => codes.has(code >> 3))
    if (!selection.withRemoved || !('anyOf' in test)) return test
    return { anyOf: [...test.anyOf, { column: 'removed', codes: Uint8Array.of(0, 1) }] }
  },
  since: (seconds) => ({ instant: 'since', from: toMilliseconds(seconds), before: Number.POSITIVE_INFINITY }),
  until: (seconds) => ({ instant: 'since', from: Number.NEGATIVE_INFINITY, before: toMilliseconds(seconds) }),
  ref: async (name, { reader, columns, table, selection }) =>
    codesIn(table, 'ref', await refsNamed(reader, columns, selection.deploymentId, name)),
  primary_ref: (value, context) =>
    followsPrimary(context.selection, context.columns.history)
      ? codesWhere(context.table, 'primary', () => true)
      : flagIs('primary')(value, context),
  repos: projectsNamed,
  repository_ids: idIn('project'),
  rules: rulesNamed,
  path: pathMatches,
  async q(value, { reader, columns, table, selection }) {
    const part = value.trim()
    const rules = await rulesContaining(reader, columns, selection.deploymentId, table, part)
    const anyOf = [
      { column: 'rule', codes: rules } as const,
      ...searchedColumns.map((column) => ({ column, codes: table.texts[column].holding(part) })),
    ]
    const own = await ownTextsContaining(reader, columns, selection.deploymentId, part)
    return own.size === 0 ? { anyOf } : { rows: rowsContaining(table, anyOf, own) }
  },
  categories: (values, context) => codesListing(context, 'categories', 'categories', values),
  confidence: wordIn('confidence', confidences),
  autotriage_verdict: wordIn('verdict', verdicts),
  component_tags: textIn('componentTag'),
  resource: textIn('resource'),
  triage_reasons(values, { table, selection }) {
    const reasons = new Set(
      values.flatMap((value) => (value === 'muted' ? [] : [toCode(triageReasons, value) + 1])),
    )
    const selectsMuted = values.includes('muted')
    // Without a status the filter selects ignored findings only.
    const isSelected = (status: number) => selection.filter.status || status === toCode(statuses, 'ignored')
    return codesWhere(table, 'decision', (code) =>
      code === mutedDecision ? selectsMuted : Boolean(isSelected(code >> 3)) && reasons.has(code & 7),
    )
  },
  async policies(values, { reader, columns, selection }) {
    const requested = new Set(values.map((mode) => levelOfMode(modesByFilter[mode])))
    const modes = await modesOf(reader, columns, selection.deploymentId)
    return { modes, levels: levelsWhere((level) => requested.has(level)) }
  },
  exposures(values, { table }) {
    const codes = values.map((value) => (value === none ? 0 : toCode(reachabilities, value) + 1))
    // A row without a value is shown as `unknown`, so this value selects it too.
    return codesIn(table, 'reachability', values.includes('unknown') ? [...codes, 0] : codes)
  },
  transitivities: wordIn('transitivity', transitivities),
  is_malicious: (value, { table }) => codesIn(table, 'malicious', value ? [2] : [0, 1]),
  click_to_fix_pr_state(values, { table }) {
    const bits = values.reduce((all, value) => all | fixPullRequestBits[value], 0)
    return codesWhere(table, 'fixPullRequests', (code) => (code & bits) !== 0)
  },
  project_tags: (values, context) => codesListing(context, 'project_tags', 'project', values),
  async vulnerability_identifiers(values, { columns, table }) {
    const { all, numberOf } = await advisoryIdsOf(columns, table)
    const wanted = new Set(values.map((value) => (value === none ? 0 : numberOf(value))))
    return codesWhere(table, 'advisoryIds', (code) => all[code]?.some((id) => wanted.has(id)) ?? false)
  },
  dependencies: textIn('package'),
  versions: textIn('packageVersion'),
  epss_min: (minimum, { table }) =>
    codesWhere(table, 'epss', (code) =>
      typeof minimum === 'number' ? (table.scores[code] ?? Number.NaN) >= minimum : code === 0,
    ),
  has_ticket: flagIs('ticket'),
  tickets: textIn('ticketName'),
  uncertain: flagIs('uncertain'),
  ignore_requested: (value, { table }) =>
    codesWhere(table, 'approval', (code) => ((code & approvalBits.requested) !== 0) === value),
  fix_available: flagIs('fixAvailable'),
  async policy_ids(values, { reader, columns, table, selection }) {
    const requested = new Set(values.map((id) => ownId(id) ?? 0))
    const modes = await modesOf(reader, columns, selection.deploymentId)
    return { rows: rowsOfPolicies(table, modes, requested) }
  },
  first_seen_scan_ids: idIn('firstScan'),
  fixed_scan_ids: idIn('fixedScan'),
  files: textIn('path'),
  /** An upgrade without a version selects any version of the package. */
  async upgrades(values, { columns, table }) {
    const texts = new Set(textCodes(table, 'upgrade', values))
    const { packageByUpgrade, names } = await upgradedPackages(columns, table)
    const packages = new Set(values)
    return codesWhere(
      table,
      'upgrade',
      (code) => texts.has(code) || (code > 0 && packages.has(names[packageByUpgrade[code] ?? 0] ?? '')),
    )
  },
  triaged_by: textIn('triagedBy'),
  triaged_since: (seconds) => ({
    instant: 'triagedAt',
    from: Math.max(1, toMilliseconds(seconds)),
    before: Number.POSITIVE_INFINITY,
  }),
  // Findings that were never triaged have 0.
  triaged_until: (seconds) => ({ instant: 'triagedAt', from: 1, before: toMilliseconds(seconds) }),
  async owner(values, { reader, columns, table, selection }) {
    const names = await ownersOf(reader, columns, selection.deploymentId)
    const requested = new Set(values)
    const people = values.flatMap((value) => personOf(value) ?? [])
    const wantsNone = requested.has(none) || requested.has(nobody)
    return codesWhere(table, 'owner', (code) => {
      const stored = table.texts.owner.text(code)
      const shown = names.shown(stored)
      // By the name of a disabled person or a deleted team, what has no owner since.
      if (shown === null)
        return (
          wantsNone || [stored, names.former(stored)].some((owner) => owner !== null && requested.has(owner))
        )
      return requested.has(shown) || people.some((person) => names.isOwnedBy(stored, person))
    })
  },
  secret_types: textIn('secretType'),
  secret_hashes: textIn('secretHash'),
  validation_state: wordIn('validation', validationStates, (value) => value.replace('VALIDATION_STATE_', '')),
  flow: (text, context) => ({ rows: rowsOfFlow(text, context) }),
  async rule_disabled(value, { reader, columns, selection }) {
    const modes = await modesOf(reader, columns, selection.deploymentId)
    return { modes, levels: levelsWhere((level) => (level === disabledLevel) === value) }
  },
  fixed_on: (text, { table }) => ({ rows: rowsFixedOn(text, table) }),
  due: async (values, context) => ({ rows: await rowsDue(values, context) }),
  not_rules: async (paths, context) => not(await rulesNamed(paths, context)),
  not_repos: async (names, context) => not(await projectsNamed(names, context)),
  not_path: (pattern, context) => not(pathMatches(pattern, context)),
  not_categories: async (values, context) =>
    not(await codesListing(context, 'categories', 'categories', values)),
}

/** Returns the condition of a filter of a selection for the rows of its table. */
export function testOf<N extends FilterName>(name: N, context: FilterContext): RowTest | Promise<RowTest> {
  const value = context.selection.filter[name]
  if (value === undefined || value === null) throw new RangeError(`${name} has no value.`)
  const test: FilterTest<N> = findingFilters[name]
  return test(value, context)
}
