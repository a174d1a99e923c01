import type { SearchAnswer } from '#contract/responses/search.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import { type AdvisoryResult, type NameResult, searchColumns } from './search-columns.ts'

/**
 * Returns the advisories, people and tickets of a deployment's findings whose name contains a text, most relevant
 * first. Counted in one pass per type.
 * Source: docs/api.md#search.
 */
export async function searchNames(
  view: FindingsSnapshot,
  deploymentId: number,
  { q, limit = 6 }: { q: string; limit?: number | undefined },
): Promise<SearchAnswer> {
  const searchText = q.trim()
  if (searchText === '') return { advisories: [], people: [], tickets: [] }
  const results = await searchColumns(view.reader, view.columns, deploymentId, searchText)
  return {
    advisories: advisoriesOf(results.advisories, searchText, limit),
    people: namesOf(results.people, searchText, limit),
    tickets: namesOf(results.tickets, searchText, limit),
  }
}

/** Sorts names equal to the text first, then those that begin with it, then by number of findings. */
function sortByRelevance(counts: ReadonlyMap<string, number>, searchText: string, limit: number): string[] {
  const needle = searchText.toLowerCase()
  const rank = (name: string) => {
    const candidate = name.toLowerCase()
    return candidate === needle ? 0 : candidate.startsWith(needle) ? 1 : 2
  }
  return [...counts]
    .sort(
      ([one, count], [other, otherCount]) =>
        rank(one) - rank(other) || otherCount - count || (one < other ? -1 : 1),
    )
    .slice(0, limit)
    .map(([name]) => name)
}

function sumByName<T extends { count: number }>(rows: readonly T[], keyOf: (row: T) => string) {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.count)
  return sums
}

function namesOf(rows: readonly NameResult[], searchText: string, limit: number): SearchAnswer['people'] {
  const counts = sumByName(rows, ({ name }) => name)
  return sortByRelevance(counts, searchText, limit).map((name) => ({
    name,
    findings: findingTypes.flatMap((type) => {
      const count = rows.find((row) => row.name === name && row.type === type)?.count ?? 0
      return count > 0 ? [{ issue_type: type, count }] : []
    }),
  }))
}

function advisoriesOf(
  rows: readonly AdvisoryResult[],
  searchText: string,
  limit: number,
): SearchAnswer['advisories'] {
  const counts = sumByName(rows, ({ name }) => name)
  return sortByRelevance(counts, searchText, limit).map((name) => {
    const matchingRows = rows.filter((row) => row.name === name)
    const open = matchingRows.filter((row) => row.open > 0).map((row) => ({ ...row, count: row.open }))
    const sortByOpen = <T extends { open: number }>(all: T[]) =>
      all.sort(
        (one, other) => other.open - one.open || (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1),
      )
    const projects = sortByOpen(
      [...sumByName(open, ({ project }) => project)].map(([project, count]) => ({
        name: project,
        open: count,
      })),
    )
    const packages = sortByOpen(
      [...sumByName(open, (row) => JSON.stringify([row.package ?? '', row.version]))].map(([key, count]) => {
        // parse: written in the line above.
        const [packageName, version] = parseStored<[string, string | null]>(key)
        return { name: packageName, version, open: count }
      }),
    )
    return {
      name,
      findings: matchingRows.reduce((sum, { count }) => sum + count, 0),
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
