import type { FindingType } from '#contract/vocabulary.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { code, statuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { Columns } from './memory.ts'
import { namesOf } from './names.ts'
import type { TextColumn } from './sources.ts'
import type { Table } from './table.ts'

/** The findings of an advisory on primary branches in one project about one version of a package. */
export interface FoundAdvisory {
  name: string
  project: string
  package: string | null
  version: string | null
  open: number
  count: number
}

/** The findings of one type that a person triaged, or that a ticket is linked to. */
export interface FoundName {
  name: string
  type: FindingType
  count: number
}

/**
 * What a search finds over the columns, as `search.ts` finds it in SQL: the dictionaries are searched, and rows are counted
 * only where a name holds the text.
 */
export async function foundInMemory(
  reader: Reader,
  columns: Columns,
  deploymentId: number,
  part: string,
): Promise<{ advisories: FoundAdvisory[]; people: FoundName[]; tickets: FoundName[] }> {
  const names = (of: TextColumn) =>
    findingTypes.flatMap((type) => countedNames(columns.table(deploymentId, type), type, of, part))
  const projects = await namesOf(reader, columns, deploymentId, 'repos')
  return {
    advisories: countedAdvisories(columns.table(deploymentId, 'sca'), projects, part),
    people: names('triagedBy'),
    tickets: names('ticketName'),
  }
}

function countedNames(table: Table, type: FindingType, of: TextColumn, part: string): FoundName[] {
  const wanted = table.texts[of].holding(part)
  if (!wanted.includes(1)) return []
  const { array } = table.columns[of]
  const removed = table.columns.removed.array
  const counts = new Uint32Array(wanted.length)
  for (let row = 0; row < table.length; row++) {
    const name = array[row] ?? 0
    if (wanted[name] === 1 && removed[row] === 0) counts[name] = (counts[name] ?? 0) + 1
  }
  const found: FoundName[] = []
  for (const [name, count] of counts.entries()) {
    if (count > 0) found.push({ name: table.texts[of].text(name) ?? '', type, count })
  }
  return found
}

const open = code(statuses, 'open')

function countedAdvisories(
  table: Table,
  projects: ReadonlyMap<number, string>,
  part: string,
): FoundAdvisory[] {
  const wanted = table.texts.advisory.holding(part)
  if (!wanted.includes(1)) return []
  const { advisory, project, decision, primary, removed, package: name, packageVersion } = table.columns
  const found = new Map<string, FoundAdvisory>()
  for (let row = 0; row < table.length; row++) {
    const of = advisory.array[row] ?? 0
    if (wanted[of] !== 1 || removed.array[row] !== 0 || primary.array[row] !== 1) continue
    const ids = [of, project.array[row] ?? 0, name.array[row] ?? 0, packageVersion.array[row] ?? 0] as const
    const key = ids.join(' ')
    let one = found.get(key)
    if (!one) {
      one = {
        name: table.texts.advisory.text(of) ?? '',
        project: projects.get(ids[1]) ?? '',
        package: table.texts.package.text(ids[2]),
        version: table.texts.packageVersion.text(ids[3]),
        open: 0,
        count: 0,
      }
      found.set(key, one)
    }
    one.count += 1
    if ((decision.array[row] ?? 0) >> 3 === open) one.open += 1
  }
  return [...found.values()]
}
