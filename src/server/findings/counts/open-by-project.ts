import { findingTypes, severities, toCode } from '#server/db/codes.ts'
import { deriveFromColumns } from '../columns/names.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import { openFilters } from './navigation-counts.ts'

type Type = (typeof findingTypes)[number]
type Severity = (typeof severities)[number]

/** The number of open findings in each project, counted like the lists that the navigation links to. */
export class OpenCounts {
  readonly #counts = new Map<number, Uint32Array>()

  add(project: number, type: Type, severity: number, count: number) {
    const projectCounts =
      this.#counts.get(project) ?? new Uint32Array(findingTypes.length * severities.length)
    const at = toCode(findingTypes, type) * severities.length + severity
    projectCounts[at] = (projectCounts[at] ?? 0) + count
    this.#counts.set(project, projectCounts)
  }

  count(project: number, type: Type, severity: Severity): number {
    return (
      this.#counts.get(project)?.[
        toCode(findingTypes, type) * severities.length + toCode(severities, severity)
      ] ?? 0
    )
  }

  /** Returns the projects with open findings, each with its open and its critical findings. */
  sums(): { project: number; open: number; critical: number }[] {
    return [...this.#counts].map(([project, counts]) => ({
      project,
      open: counts.reduce((sum, count) => sum + count, 0),
      critical: findingTypes.reduce((sum, type) => sum + this.count(project, type, 'critical'), 0),
    }))
  }
}

/**
 * Counts the open findings of projects by product and severity: code and supply chain on the primary branch, a secret
 * once per project, regardless of its locations.
 */
export function openByProject(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
): Promise<OpenCounts> {
  return deriveFromColumns(columns, 'open by project', async () => {
    const open = new OpenCounts()
    for (const type of findingTypes) {
      const selection = selectionOf(deploymentId, openFilters[type])
      const table = columns.table(type)
      const failures = await testRows(reader, columns, selection)
      const { project, severity } = table.columns
      const counts = new Uint32Array(project.size * severities.length)
      for (const row of matchingRows(table, failures, selection.dedup)) {
        const at = (project.array[row] ?? 0) * severities.length + (severity.array[row] ?? 0) - 1
        counts[at] = (counts[at] ?? 0) + 1
      }
      for (const [at, count] of counts.entries()) {
        if (count > 0) open.add(Math.floor(at / severities.length), type, at % severities.length, count)
      }
    }
    return open
  })
}
