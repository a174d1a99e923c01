import type { FindingType } from '#contract/vocabulary.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { getOrCreate } from '#lib/get-or-create.ts'
import { statuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { isAdvisoryId } from '#server/reports/values/advisories.ts'
import { type AdvisoryIds, advisoryIdsOf } from '../columns/advisory-ids.ts'
import type { TextColumn } from '../columns/column-sources.ts'
import type { FindingColumns } from '../columns/finding-columns.ts'
import { namesOf } from '../columns/names.ts'
import type { Table } from '../columns/table.ts'

/** The findings of an advisory on primary branches in one project about one version of a package. */
export interface AdvisoryResult {
  name: string
  project: string
  package: string | null
  version: string | null
  open: number
  count: number
}

/** The findings of one type that a person triaged, or that are linked to a ticket. */
export interface NameResult {
  name: string
  type: FindingType
  count: number
}

/**
 * Searches the columns: the dictionaries are searched first, and rows are counted only for names that contain the text.
 */
export async function searchColumns(
  reader: Reader,
  columns: FindingColumns,
  deploymentId: number,
  text: string,
): Promise<{ advisories: AdvisoryResult[]; people: NameResult[]; tickets: NameResult[] }> {
  const names = (column: TextColumn) =>
    findingTypes.flatMap((type) => countedNames(columns.table(type), type, column, text))
  const projects = await namesOf(reader, columns, deploymentId, 'repos')
  return {
    advisories: countedAdvisories(
      columns.table('sca'),
      await advisoryIdsOf(columns, columns.table('sca')),
      projects,
      text,
    ),
    people: names('triagedBy'),
    tickets: names('ticketName'),
  }
}

function countedNames(table: Table, type: FindingType, column: TextColumn, text: string): NameResult[] {
  const matchingCodes = table.texts[column].holding(text)
  if (!matchingCodes.includes(1)) return []
  const { array } = table.columns[column]
  const removed = table.columns.removed.array
  const counts = new Uint32Array(matchingCodes.length)
  for (let row = 0; row < table.length; row++) {
    const name = array[row] ?? 0
    if (matchingCodes[name] === 1 && removed[row] === 0) counts[name] = (counts[name] ?? 0) + 1
  }
  const names: NameResult[] = []
  for (const [name, count] of counts.entries()) {
    if (count > 0) names.push({ name: table.texts[column].text(name) ?? '', type, count })
  }
  return names
}

const openStatus = toCode(statuses, 'open')

function countedAdvisories(
  table: Table,
  ids: AdvisoryIds,
  projects: ReadonlyMap<number, string>,
  text: string,
): AdvisoryResult[] {
  const matching = advisoriesContaining(ids, text)
  if (matching.size === 0) return []
  const found = ids.all.map((list) => list.filter((id) => matching.has(id)))
  const { advisoryIds, project, decision, primary, removed, package: name, packageVersion } = table.columns
  const results = new Map<string, AdvisoryResult>()
  for (let row = 0; row < table.length; row++) {
    const foundIds = found[advisoryIds.array[row] ?? 0] ?? []
    if (foundIds.length === 0 || removed.array[row] !== 0 || primary.array[row] !== 1) continue
    const of = [project.array[row] ?? 0, name.array[row] ?? 0, packageVersion.array[row] ?? 0] as const
    const isOpen = (decision.array[row] ?? 0) >> 3 === openStatus
    for (const id of foundIds) {
      const entry = getOrCreate(results, `${id} ${of.join(' ')}`, () => ({
        name: ids.names[id] ?? '',
        project: projects.get(of[0]) ?? '',
        package: table.texts.package.text(of[1]),
        version: table.texts.packageVersion.text(of[2]),
        open: 0,
        count: 0,
      }))
      entry.count += 1
      if (isOpen) entry.open += 1
    }
  }
  return [...results.values()]
}

/** The numbers of the ids that contain a text. The names of rules, which are among the aliases, are no ids. */
function advisoriesContaining({ names, counted }: AdvisoryIds, text: string): Set<number> {
  const needle = text.toLowerCase()
  const own = new Set(counted.flat())
  const matching = new Set<number>()
  for (const [number, name] of names.entries()) {
    if (name === null || !name.toLowerCase().includes(needle)) continue
    if (own.has(number) || isAdvisoryId(name)) matching.add(number)
  }
  return matching
}
