import { type RawBuilder, sql } from 'kysely'
import type { SearchAnswer } from '#contract/answers/search.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { code, statuses, findingTypes as types, word } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { containsIgnoringCase } from '#server/db/sql.ts'
import { column } from './columns.ts'
import { type FoundAdvisory, type FoundName, foundInMemory } from './memory/search.ts'
import { ticketName } from './ticket-name.ts'
import { counted, type View } from './view.ts'

/** What a search found: the names that hold the text, each with its rows counted. */
export interface Found {
  advisories: FoundAdvisory[]
  people: FoundName[]
  tickets: FoundName[]
}

/**
 * The advisories, people and tickets of a deployment's findings whose name holds a text, the likeliest first. Counted in
 * memory in one pass for each type, or by one statement for each kind; never one for each name.
 * Source: docs/api.md#search.
 */
export async function searchNames(
  view: View,
  deploymentId: number,
  { q, limit = 6 }: { q: string; limit?: number | undefined },
): Promise<SearchAnswer> {
  const part = q.trim()
  if (part === '') return { advisories: [], people: [], tickets: [] }
  const found = await counted(
    view,
    (columns) => foundInMemory(view.reader, columns, deploymentId, part),
    () => foundInSql(view.reader, deploymentId, part),
  )
  return {
    advisories: advisoriesOf(found.advisories, part, limit),
    people: namesOf(found.people, part, limit),
    tickets: namesOf(found.tickets, part, limit),
  }
}

async function foundInSql(reader: Reader, deploymentId: number, part: string): Promise<Found> {
  const advisories = await sql<FoundAdvisory>`
    select advisory as name, project.name as project, package, nullif(package_version, '') as version,
      sum(status = ${code(statuses, 'open')}) as open, count(*) as count
    from finding join project on project.id = finding.project_id
    where finding.deployment_id = ${deploymentId} and type = ${code(types, 'sca')} and removed = 0 and on_primary = 1
      and ${containsIgnoringCase(column('advisory'), part)}
    group by 1, 2, 3, 4`.execute(reader)
  const named = async (name: RawBuilder<unknown>): Promise<FoundName[]> => {
    const { rows } = await sql<{ name: string; type: number; count: number }>`
      select ${name} as name, type, count(*) as count from finding
      where deployment_id = ${deploymentId} and removed = 0 and ${containsIgnoringCase(name, part)} group by 1, 2`.execute(
      reader,
    )
    return rows.map(({ name, type, count }) => ({ name, type: word(types, type), count }))
  }
  return {
    advisories: advisories.rows,
    people: await named(column('triaged_by')),
    tickets: await named(ticketName()),
  }
}

/** Names that equal the text first, then those that begin with it, then those with most findings. */
function likeliest(counts: ReadonlyMap<string, number>, part: string, limit: number): string[] {
  const wanted = part.toLowerCase()
  const rank = (name: string) => {
    const given = name.toLowerCase()
    return given === wanted ? 0 : given.startsWith(wanted) ? 1 : 2
  }
  return [...counts]
    .sort(
      ([one, count], [other, otherCount]) =>
        rank(one) - rank(other) || otherCount - count || (one < other ? -1 : 1),
    )
    .slice(0, limit)
    .map(([name]) => name)
}

function summed<T extends { count: number }>(rows: readonly T[], keyOf: (row: T) => string) {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.count)
  return sums
}

function namesOf(rows: readonly FoundName[], part: string, limit: number): SearchAnswer['people'] {
  const counts = summed(rows, ({ name }) => name)
  return likeliest(counts, part, limit).map((name) => ({
    name,
    findings: findingTypes.flatMap((type) => {
      const count = rows.find((row) => row.name === name && row.type === type)?.count ?? 0
      return count > 0 ? [{ issue_type: type, count }] : []
    }),
  }))
}

function advisoriesOf(
  rows: readonly FoundAdvisory[],
  part: string,
  limit: number,
): SearchAnswer['advisories'] {
  const counts = summed(rows, ({ name }) => name)
  return likeliest(counts, part, limit).map((name) => {
    const own = rows.filter((row) => row.name === name)
    const open = own.filter((row) => row.open > 0).map((row) => ({ ...row, count: row.open }))
    const mostFirst = <T extends { open: number }>(all: T[]) =>
      all.sort(
        (one, other) => other.open - one.open || (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1),
      )
    const projects = mostFirst(
      [...summed(open, ({ project }) => project)].map(([project, count]) => ({ name: project, open: count })),
    )
    const packages = mostFirst(
      [...summed(open, (row) => JSON.stringify([row.package ?? '', row.version]))].map(([key, count]) => {
        // parse: written in the line above.
        const [of, version] = JSON.parse(key) as [string, string | null]
        return { name: of, version, open: count }
      }),
    )
    return {
      name,
      findings: own.reduce((sum, { count }) => sum + count, 0),
      open: open.reduce((sum, { count }) => sum + count, 0),
      projects: projects.slice(0, limit),
      packages: packages.slice(0, limit),
      more: {
        projects: Math.max(0, projects.length - limit),
        packages: Math.max(0, packages.length - limit),
      },
    }
  })
}
