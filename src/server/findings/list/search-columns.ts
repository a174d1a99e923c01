import type { FindingType } from '#contract/vocabulary.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { statuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
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

/** The findings of one type that a person triaged, or that a ticket is linked to. */
export interface NameResult {
  name: string
  type: FindingType
  count: number
}

/**
 * What a search finds over the columns,: the dictionaries are searched, and rows are counted
 * only where a name holds the text.
 */
export async function searchColumns(
  reader: Reader,
  columns: FindingColumns,
  deploymentId: number,
  part: string,
): Promise<{ advisories: AdvisoryResult[]; people: NameResult[]; tickets: NameResult[] }> {
  const names = (of: TextColumn) =>
    findingTypes.flatMap((type) => countedNames(columns.table(type), type, of, part))
  const projects = await namesOf(reader, columns, deploymentId, 'repos')
  return {
    advisories: countedAdvisories(columns.table('sca'), projects, part),
    people: names('triagedBy'),
    tickets: names('ticketName'),
  }
}

function countedNames(table: Table, type: FindingType, of: TextColumn, part: string): NameResult[] {
  const matchingCodes = table.texts[of].holding(part)
  if (!matchingCodes.includes(1)) return []
  const { array } = table.columns[of]
  const removed = table.columns.removed.array
  const counts = new Uint32Array(matchingCodes.length)
  for (let row = 0; row < table.length; row++) {
    const name = array[row] ?? 0
    if (matchingCodes[name] === 1 && removed[row] === 0) counts[name] = (counts[name] ?? 0) + 1
  }
  const names: NameResult[] = []
  for (const [name, count] of counts.entries()) {
    if (count > 0) names.push({ name: table.texts[of].text(name) ?? '', type, count })
  }
  return names
}

const openStatus = toCode(statuses, 'open')

function countedAdvisories(
  table: Table,
  projects: ReadonlyMap<number, string>,
  part: string,
): AdvisoryResult[] {
  const matchingCodes = table.texts.advisory.holding(part)
  if (!matchingCodes.includes(1)) return []
  const { advisory, project, decision, primary, removed, package: name, packageVersion } = table.columns
  const names = new Map<string, AdvisoryResult>()
  for (let row = 0; row < table.length; row++) {
    const of = advisory.array[row] ?? 0
    if (matchingCodes[of] !== 1 || removed.array[row] !== 0 || primary.array[row] !== 1) continue
    const ids = [of, project.array[row] ?? 0, name.array[row] ?? 0, packageVersion.array[row] ?? 0] as const
    const key = ids.join(' ')
    let one = names.get(key)
    if (!one) {
      one = {
        name: table.texts.advisory.text(of) ?? '',
        project: projects.get(ids[1]) ?? '',
        package: table.texts.package.text(ids[2]),
        version: table.texts.packageVersion.text(ids[3]),
        open: 0,
        count: 0,
      }
      names.set(key, one)
    }
    one.count += 1
    if ((decision.array[row] ?? 0) >> 3 === openStatus) one.open += 1
  }
  return [...names.values()]
}
