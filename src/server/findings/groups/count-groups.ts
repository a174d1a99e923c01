import type { Grouping, GroupSort } from '#contract/vocabulary.ts'
import { reachabilities, severities, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { advisoryIdsOf } from '../columns/advisory-ids.ts'
import type { CodeArray } from '../columns/code-array.ts'
import type { ColumnName, TextColumn } from '../columns/column-sources.ts'
import type { FindingColumns } from '../columns/finding-columns.ts'
import { namesOf, ownersOf } from '../columns/names.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import type { Table } from '../columns/table.ts'
import { upgradedPackages } from '../columns/upgraded-packages.ts'
import type { Selection } from '../filters/query.ts'
import { positionOfRank, ranksOfSecrets, readSecretFacts, type SecretFacts } from './count-secrets.ts'
import type { CountedUpgrade } from './upgrades.ts'

/** The counts of a group; `key` is its code in the grouping column. */
export interface GroupCounts {
  key: number
  value: string | null
  count: number
  projects: number
  /** By the position in `severities` of `codes.ts`. */
  severities: number[]
  /** Null if the reachability of none was analyzed. */
  reachable: number | null
  /** Only for groups of upgrades: their versions, and the id of the first finding. */
  upgrades?: { counted: CountedUpgrade[]; first: number } | undefined
  /** Only for groups of secrets. */
  secret?: SecretFacts | undefined
}

const columnOf: Record<Grouping, ColumnName> = {
  rules: 'rule',
  repos: 'project',
  path: 'path',
  dependencies: 'package',
  vulnerability_identifiers: 'advisoryIds',
  upgrade: 'upgrade',
  secret: 'secretHash',
  owner: 'owner',
}

const codeOf = (word: (typeof reachabilities)[number]) => toCode(reachabilities, word) + 1
const reachableCodes = (['reachable', 'always_reachable', 'conditionally_reachable'] as const).map(codeOf)
const unreachableCode = codeOf('unreachable')

/**
 * Counts the groups of a selection over the columns, in the sort order of `groups.ts`.
 * @returns a page of groups, and the total numbers of groups and findings.
 */
export async function countGroups(
  reader: Reader,
  columns: FindingColumns,
  selection: Selection,
  paging: { by: Grouping; sort: GroupSort; offset: number; size: number },
): Promise<{ groups: GroupCounts[]; total: number; findings: number }> {
  const table = columns.table(selection.type)
  const failures = await testRows(reader, columns, selection)
  const rows = matchingRows(table, failures, selection.dedup)
  const groupKeys = await groupKeysOf(reader, columns, selection, table, paging.by)
  const { keys, size, texts } = groupKeys
  const { array: levels } = table.columns.severity
  const counts = new Uint32Array(size)
  const worst = new Uint8Array(size)
  visitKeys(rows, groupKeys, (row, key) => {
    counts[key] = (counts[key] ?? 0) + 1
    const level = levels[row] ?? 0
    if (level > (worst[key] ?? 0)) worst[key] = level
  })
  const values = texts
    ? textValues((key) => texts[key] ?? null)
    : await valuesOf(reader, columns, selection, table, paging.by)
  const present: number[] = []
  for (let key = 0; key < size; key++) if ((counts[key] ?? 0) > 0) present.push(key)
  const ranks = paging.by === 'secret' ? ranksOfSecrets(table, rows) : null
  const classOf = (key: number) => {
    if (ranks) return positionOfRank(ranks[key] ?? 0)
    return paging.by === 'upgrade' && key === 0 ? 1 : 0
  }
  const compareGroups = (one: number, other: number) =>
    classOf(one) - classOf(other) ||
    (paging.sort === '-severity' ? (worst[other] ?? 0) - (worst[one] ?? 0) : 0) ||
    (counts[other] ?? 0) - (counts[one] ?? 0) ||
    Number(one === 0) - Number(other === 0)
  const groupIndexes = pageInOrder(present, compareGroups, values.sortKey, paging)
  const upgrades = paging.by === 'upgrade' ? upgradesOf(table, rows, keys) : null
  const facts = ranks
    ? await readSecretFacts(reader, selection.deploymentId, table, rows, groupIndexes, ranks)
    : null
  return {
    groups: describeGroups(table, rows, groupKeys, groupIndexes).map((group) => ({
      ...group,
      value: values.text(group.key),
      ...(facts ? { secret: facts.get(group.key) } : {}),
      ...(upgrades && group.key > 0 ? { upgrades: upgrades.get(group.key) } : {}),
    })),
    total: present.length,
    findings: rows.length,
  }
}

interface GroupKeys {
  /** By row. */
  keys: CodeArray
  size: number
  /** The texts of the keys if they are not those of the column. */
  texts?: readonly (string | null)[]
  /** The other groups that a row is in, by its code. */
  others?: { codes: CodeArray; keysByCode: readonly (readonly number[])[] }
}

/** Calls `visit` for each group of each row. */
function visitKeys(
  rows: Int32Array,
  { keys, others }: GroupKeys,
  visit: (row: number, key: number) => void,
): void {
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? 0
    visit(row, keys[row] ?? 0)
    if (others) for (const key of others.keysByCode[others.codes[row] ?? 0] ?? []) visit(row, key)
  }
}

async function groupKeysOf(
  reader: Reader,
  columns: FindingColumns,
  { deploymentId }: Selection,
  table: Table,
  by: Grouping,
): Promise<GroupKeys> {
  const { array, size } = table.columns[columnOf[by]]
  if (by === 'owner') {
    const owners = await ownersOf(reader, columns, deploymentId)
    const texts: (string | null)[] = [null]
    const keyByText = new Map<string | null, number>([[null, 0]])
    const keyByCode = new Uint32Array(size)
    for (let code = 1; code < size; code++) {
      const text = owners.shown(table.texts.owner.text(code))
      const key = keyByText.get(text) ?? texts.push(text) - 1
      keyByText.set(text, key)
      keyByCode[code] = key
    }
    return { keys: Uint32Array.from(array, (code) => keyByCode[code] ?? 0), size: texts.length, texts }
  }
  if (by === 'vulnerability_identifiers') {
    const { names, counted } = await advisoryIdsOf(columns, table)
    return {
      keys: Uint32Array.from(array, (code) => counted[code]?.[0] ?? 0),
      size: names.length,
      texts: names,
      others: { codes: array, keysByCode: counted.map(([, ...others]) => others) },
    }
  }
  if (by !== 'upgrade') return { keys: array, size }
  const { packageByUpgrade, names } = await upgradedPackages(columns, table)
  return {
    keys: Uint32Array.from(array, (code) => packageByUpgrade[code] ?? 0),
    size: names.length,
    texts: names.map((name, key) => (key === 0 ? null : name)),
  }
}

/** For each package the upgrades and the first of its findings. */
function upgradesOf(table: Table, rows: Int32Array, keys: CodeArray) {
  const { array: codes, size } = table.columns.upgrade
  const counts = new Uint32Array(size)
  const packages = new Map<number, { counted: CountedUpgrade[]; first: number; codes: Set<number> }>()
  for (const row of rows) {
    const code = codes[row] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
    if ((counts[code] ?? 0) > 1) continue
    const key = keys[row] ?? 0
    const entry = packages.get(key)
    if (entry) entry.codes.add(code)
    else packages.set(key, { counted: [], first: table.ids[row] ?? 0, codes: new Set([code]) })
  }
  for (const { counted, codes } of packages.values()) {
    for (const code of codes) {
      counted.push({ upgrade: table.texts.upgrade.text(code) ?? '', count: counts[code] ?? 0 })
    }
  }
  return packages
}

interface Values {
  text(key: number): string | null
  /** The sort key of a value: its rank, or its bytes, each as one character. */
  sortKey(key: number): string | number
}

async function valuesOf(
  reader: Reader,
  columns: FindingColumns,
  { deploymentId }: Selection,
  table: Table,
  by: Grouping,
): Promise<Values> {
  if (by === 'rules' || by === 'repos') {
    const names = await namesOf(reader, columns, deploymentId, by)
    const ranks = new Map([...names.keys()].map((id, rank) => [id, rank]))
    return { text: (key) => names.get(key) ?? null, sortKey: (key) => ranks.get(key) ?? -1 }
  }
  // parse: all other groupings use a text column.
  const pool = table.texts[columnOf[by] as TextColumn]
  return textValues((key) => pool.text(key))
}

function textValues(text: (key: number) => string | null): Values {
  const latin1ByKey = new Map<number, string>()
  const sortKey = (key: number) => {
    const bytes = latin1ByKey.get(key) ?? Buffer.from(text(key) ?? '').toString('latin1')
    latin1ByKey.set(key, bytes)
    return bytes
  }
  return { text, sortKey }
}

/** A page of groups, sorted by `compareGroups` and then by value. */
function pageInOrder(
  keys: readonly number[],
  compareGroups: (one: number, other: number) => number,
  sortKey: Values['sortKey'],
  page: { offset: number; size: number },
): number[] {
  const ordered = [...keys].sort(compareGroups)
  // Comparing texts is slower than comparing numbers, so only groups on this page are sorted by value.
  const equal = (key: number | undefined, other: number) =>
    key !== undefined && compareGroups(key, other) === 0
  let from = page.offset
  let to = Math.min(page.offset + page.size, ordered.length)
  while (from > 0 && equal(ordered[from - 1], ordered[from] ?? 0)) from--
  while (to < ordered.length && equal(ordered[to], ordered[to - 1] ?? 0)) to++
  const near = ordered
    .slice(from, to)
    .sort((one, other) => compareGroups(one, other) || (sortKey(one) < sortKey(other) ? -1 : 1))
  return near.slice(page.offset - from, page.offset - from + page.size)
}

/** Counts the groups of a page in a second pass over the rows. */
function describeGroups(
  table: Table,
  rows: Int32Array,
  groupKeys: GroupKeys,
  groupIndexes: readonly number[],
): Omit<GroupCounts, 'value'>[] {
  const groups = groupIndexes.map((key) => ({
    key,
    count: 0,
    projects: 0,
    severities: severities.map(() => 0),
    // parse: a number as soon as one was analyzed.
    reachable: null as number | null,
  }))
  const groupIndexByKey = new Map(groupIndexes.map((key, groupIndex) => [key, groupIndex]))
  const { severity, project, reachability } = table.columns
  const bytes = Math.ceil(project.size / 8)
  const seen = new Uint8Array(bytes * groupIndexes.length)
  visitKeys(rows, groupKeys, (row, key) => {
    const groupIndex = groupIndexByKey.get(key)
    const group = groupIndex === undefined ? undefined : groups[groupIndex]
    if (groupIndex === undefined || !group) return
    group.count += 1
    const level = (severity.array[row] ?? 0) - 1
    group.severities[level] = (group.severities[level] ?? 0) + 1
    const code = reachability.array[row] ?? 0
    if (reachableCodes.includes(code)) group.reachable = (group.reachable ?? 0) + 1
    else if (code === unreachableCode) group.reachable ??= 0
    const id = project.array[row] ?? 0
    const at = groupIndex * bytes + (id >> 3)
    const bit = 1 << (id & 7)
    if (((seen[at] ?? 0) & bit) !== 0) return
    seen[at] = (seen[at] ?? 0) | bit
    group.projects += 1
  })
  return groups
}
